/// How many objects of a type differ between two archives.
public struct TypeDifference: Sendable, Hashable {
    /// The name of the type without modules, escaped for display.
    public let name: String
    /// The number of objects whose contents differ.
    public internal(set) var changedCount = 0
    /// The number of objects that are only in the old archive.
    public internal(set) var removedCount = 0
    /// The number of objects that are only in the new archive.
    public internal(set) var addedCount = 0
    /// The number of objects that are equal in both archives.
    public internal(set) var sameCount = 0

    var differenceCount: Int { changedCount + removedCount + addedCount }
}
