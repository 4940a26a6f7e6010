/// The savings from storing objects with several references once.
public struct SharingSummary: Sendable, Hashable {
    /// The number of objects with more than one reference.
    public internal(set) var objectCount = 0
    /// The number of references to these objects.
    public internal(set) var referenceCount = 0
    /// The total size of these objects in bytes.
    public internal(set) var byteCount = 0
    /// The bytes that copies of these objects would take, one for each reference except the first.
    ///
    /// This doesn't include copies of the objects to which they refer, which could be unlimited.
    public internal(set) var savedByteCount = 0
}
