/// A type that is archived as the bytes that it writes with BinaryIO, rather than as values with keys.
///
/// That is faster and smaller for types that consist of trivial parts, and only for these: what is inside has no keys, no
/// identity and no versions. The conformance may be conditional:
///
/// ```swift
/// extension MyArray: GBinaryCodable where Element: GTrivialCodable {}
/// ```
///
/// A class cannot be archived in this way; its conformance has no effect.
public protocol GBinaryEncodable: GEncodable, BinaryOType {}

/// A type that is decoded from the bytes that it wrote with BinaryIO.
///
/// Archives from before the type conformed, which hold its values with keys, can still be decoded.
public protocol GBinaryDecodable: GDecodable, BinaryIType {}

/// A type that is archived as the bytes that it writes with BinaryIO.
public typealias GBinaryCodable = GBinaryEncodable & GBinaryDecodable
