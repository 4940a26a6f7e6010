/// What it saves that an object with many references to it is stored once.
public struct SharingSummary: Sendable, Hashable {
    /// The number of objects that more than one reference leads to.
    public internal(set) var objectCount = 0
    /// The number of references to these objects.
    public internal(set) var referenceCount = 0
    /// The bytes of these objects.
    public internal(set) var byteCount = 0
    /// The bytes that copies of these objects would take, one for each reference but the first.
    ///
    /// What the objects refer to in turn is not copied in this figure: with it, it could be without end.
    public internal(set) var savedByteCount = 0
}
