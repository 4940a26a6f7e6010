/// One of the largest objects of an archive.
public struct LargeObject: Sendable, Hashable {
    /// The object's number.
    public let id: UInt32
    /// A name that people recognise, printable.
    public let title: String
    /// The bytes of its record.
    public let byteCount: Int
    /// The number of references to it.
    public let referenceCount: Int
}
