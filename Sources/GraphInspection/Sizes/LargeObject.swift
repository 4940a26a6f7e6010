/// One of the largest objects of an archive.
public struct LargeObject: Sendable, Hashable {
    /// The object's number.
    public let id: UInt32
    /// A recognizable title of the object, escaped for display.
    public let title: String
    /// The size of the object's record in bytes.
    public let byteCount: Int
    /// The number of references to the object.
    public let referenceCount: Int
}
