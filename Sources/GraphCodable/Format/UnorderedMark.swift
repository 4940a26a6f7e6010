/// A mark in front of elements whose order means nothing.
///
/// Only an encoder with the option ``GraphEncoder/Options/canonical`` writes marks, into an archive that nobody else reads. It
/// consists of ``tag``, the number of elements, and the number of values of each: two for the pairs of a dictionary.
enum UnorderedMark {
    /// A byte that is no tag of an archive.
    static let tag: UInt8 = 0xFF
}
