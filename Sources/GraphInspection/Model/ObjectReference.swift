/// A reference from one object of an archive to another.
public struct ObjectReference: Sendable, Hashable {
    /// The number of the referring object; 0 for the archive's root value.
    public let source: UInt32
    /// The number of the referenced object.
    public let target: UInt32
    /// The path to the reference within the source, escaped for display: `members[2]`, `position.next`. Empty for a
    /// root that is only a reference.
    public let path: String
    /// Whether the reference is conditional, as most references to parents and delegates are. A conditional reference
    /// doesn't keep its object in the archive.
    public let isConditional: Bool
}
