/// One of the largest strings, binary values and arrays of numbers of an archive.
public struct LargeValue: Sendable, Hashable {
    /// The number of the object that contains the value.
    public let object: UInt32
    /// The title of the object, escaped for display.
    public let title: String
    /// The path to the value within the object, escaped for display.
    public let path: String
    /// The kind of the value: `string`; `array`, which includes `Data`; or `binary data`, which is what BinaryIO wrote.
    public let kind: String
    /// The size of the value in bytes.
    public let byteCount: Int
    /// The beginning of the value, escaped for display.
    public let text: String
}
