/// A type that BinaryIO encodes as raw bytes, rather than as values with keys.
///
/// This is faster and smaller, but suits only types that consist of trivial parts: the contents have no keys, no
/// identity and no versions. The conformance can be conditional:
///
/// ```swift
/// extension MyArray: GBinaryCodable where Element: GTrivialCodable {}
/// ```
///
/// Classes cannot be archived this way. The conformance has no effect on a class.
public protocol GBinaryEncodable: GEncodable, BinaryOType {}

/// A type that BinaryIO decodes from raw bytes.
///
/// Archives that were encoded with keys, before the type conformed, can still be decoded.
public protocol GBinaryDecodable: GDecodable, BinaryIType {}

/// A type that BinaryIO encodes as raw bytes and decodes from them.
public typealias GBinaryCodable = GBinaryEncodable & GBinaryDecodable
