/// One of the largest strings, binary values and arrays of numbers of an archive.
public struct LargeValue: Sendable, Hashable {
    /// The number of the object that holds the value.
    public let object: UInt32
    /// The name of the object, printable.
    public let title: String
    /// Where in the object the value stands, printable.
    public let path: String
    /// What it is: `string`, `binary data` or `array`.
    public let kind: String
    /// The bytes that it takes.
    public let byteCount: Int
    /// The beginning of the value, printable.
    public let text: String
}
