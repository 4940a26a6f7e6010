/// A type that keeps what only newer programs know about its values, and writes it again.
///
/// ```swift
/// @GCodable
/// struct Settings: GKeepsUnknown {
///     var theme = "dark"
///     var unknownFields = GUnknownFields()
/// }
/// ```
///
/// Handwritten methods need no change. After `init(from:)`, the decoder stores the fields that nobody has read in
/// ``unknownFields``. After `encode(to:)`, the encoder writes them again, except fields with a key that is already written. A
/// superclass and its subclasses share the fields of an object.
///
/// Give the property an initial value. A type of the main actor conforms to `@MainActor GKeepsUnknown`. Unknown fields are not
/// `Sendable`, because they may refer to objects of the program.
///
/// In an enumeration, one case can keep what another program's case consists of: see ``GUnknownFields/init(caseName:)``.
public protocol GKeepsUnknown {
    /// The fields that the type does not know. Do not encode them.
    var unknownFields: GUnknownFields { get set }
}

extension GDecodable where Self: GKeepsUnknown {
    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> Self {
        try decodeComposite(from: reader) { try $0.keepUnknownFields(of: &$1) }
    }
}

extension GEncodable where Self: GKeepsUnknown {
    @inlinable
    public func _encode(into writer: _GraphWriter) throws {
        try encodeComposite(into: writer) { try $0.encodeUnknownFields(of: self) }
    }
}

extension GDecodable where Self: GKeepsUnknown & AnyObject {
    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> Self { try decodeReference(from: reader) }
}

extension GEncodable where Self: GKeepsUnknown & AnyObject {
    @inlinable
    public func _encode(into writer: _GraphWriter) throws {
        try writer.withSession { try $0.encodeReference(self) }
    }
}
