/// A type that BinaryIO encodes as raw bytes, rather than as values with keys.
///
/// This is faster and smaller, but suits only types that consist of trivial parts: the contents have no keys, no
/// identity and no versions. The conformance can be conditional, if those to `GEncodable`, `GDecodable`, ``BinaryOType`` and
/// ``BinaryIType`` are there:
///
/// ```swift
/// extension MyArray: GBinaryEncodable, GBinaryDecodable where Element: GTrivialCodable {}
/// ```
///
/// Classes cannot be archived this way. The conformance has no effect on a class, which must implement `encode(to:)` and
/// `init(from:)` itself.
public protocol GBinaryEncodable: GEncodable, BinaryOType {}

/// A type that BinaryIO decodes from raw bytes.
///
/// To decode archives that were encoded with keys, before the type conformed, keep its `init(from:)` of that time. The default
/// one reads raw bytes only.
public protocol GBinaryDecodable: GDecodable, BinaryIType {}

/// A type that BinaryIO encodes as raw bytes and decodes from them.
public typealias GBinaryCodable = GBinaryEncodable & GBinaryDecodable

extension GBinaryEncodable {
    /// Encodes the value's bytes as the only, unkeyed value.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of ``GEncoder/encode(_:)``; `misuse` for an object.
    public func encode(to encoder: GEncoder) throws {
        try refuseClass(Self.self)
        try encoder.encode(self)
    }
}

extension GBinaryDecodable {
    /// Creates a value by reading its bytes from the next unkeyed value.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The errors of ``GDecoder/decode()``; `misuse` for an object.
    public init(from decoder: GDecoder) throws {
        try refuseClass(Self.self)
        self = try decoder.decode()
    }
}

/// Throws an error for a class, because the bytes of an object would be a reference to itself.
private func refuseClass(_ type: Any.Type) throws {
    try GraphCodableError.require(
        !(type is AnyObject.Type), or: .misuse,
        "The class \(type) cannot be archived as bytes. Implement its encode(to:) and init(from:).")
}

/// A type that is archived as it always was, although it conforms to ``GBinaryEncodable``, so that generic types can ask their
/// elements for that.
protocol KeepsItsForm {}
