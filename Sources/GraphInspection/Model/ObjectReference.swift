/// A reference from one object of an archive to another.
public struct ObjectReference: Sendable, Hashable {
    /// The number of the object that refers; 0 for the archive's root value.
    public let source: UInt32
    /// The number of the object that is referred to.
    public let target: UInt32
    /// Where in the source the reference stands, printable: `members[2]`, `position.next`; empty for a root that is nothing
    /// but a reference.
    public let path: String
    /// Whether it is conditional, as those to parents and delegates mostly are: it does not keep its object in the archive.
    public let isConditional: Bool
}
