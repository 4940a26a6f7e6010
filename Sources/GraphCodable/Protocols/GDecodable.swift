/// A type that can be decoded from an archive.
///
/// ```swift
/// init(from decoder: GDecoder) throws {
///     name = try decoder.decode(for: Key.name)
///     super.init()
///     try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
/// }
/// ```
public protocol GDecodable {
    /// Creates a value by decoding what `encode(to:)` wrote.
    ///
    /// - Parameter decoder: The decoder to read from. Do not use it after the call.
    /// - Throws: The errors of the decoder's methods, and any errors of the type's own.
    init(from decoder: GDecoder) throws

    /// The class to decode instead of this one. The default is `Self`.
    ///
    /// To rename a class, keep an empty class with the old name and return its successor here. See ``GObsolete``.
    static var replacementType: GDecodable.Type { get }

    /// Reads a value. Do not call or implement it: it is a requirement only so that scalars and collections can read
    /// themselves without a cast.
    static func _decode(from reader: _GraphReader) throws -> Self

    /// Whether a raw value may be stored in place of a value of this type. Do not implement it.
    static var _hasRawValue: Bool { get }

    /// Whether nil is a value of this type. Do not implement it.
    static var _isOptional: Bool { get }

    /// Whether decoding a value of this type may encounter an object, so that the value may have to wait for it. Do not
    /// implement it.
    static var _mayLeadToObject: Bool { get }
}

extension GDecodable {
    /// The default: the type itself.
    public static var replacementType: GDecodable.Type { Self.self }

    @inlinable
    public static var _isOptional: Bool { false }

    @inlinable
    public static var _hasRawValue: Bool { false }

    /// The default: every type may lead to an object, except those that are archived as raw bytes.
    @inlinable
    public static var _mayLeadToObject: Bool { _packedElementKind == nil }

    /// Reads a value that is not a class instance: an inline composite, or a reference to a value with an identity.
    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> Self {
        try decodeComposite(from: reader) { _, _ in }
    }

    /// Reads a value that is not a class instance, like ``_decode(from:)``.
    ///
    /// - Parameter finish: Changes the value before its composite ends.
    @inlinable @inline(__always)
    static func decodeComposite(
        from reader: _GraphReader, _ finish: (DecodingSession, inout Self) throws -> Void
    ) throws -> Self {
        switch try reader.withSession({ try $0.openValueComposite(of: Self.self, hasRawValue: _hasRawValue) }) {
        case .entered:
            return try reader.withSession { session in
                do {
                    var value = try Self(from: session)
                    try finish(session, &value)
                    try session.closeComposite()
                    return value
                } catch {
                    throw session.leaveComposite(of: Self.self, after: error)
                }
            }
        case .elsewhere:
            return try reader.withSession { try $0.decodeIdentified(Self.self) }
        case .needsRoom:
            return try reader.withSession { try $0.withMoreStack { try _decode(from: reader) } }
        }
    }
}

extension GDecodable where Self: AnyObject {
    /// Reads a class instance: the object to which a reference refers.
    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> Self { try decodeReference(from: reader) }

    @inlinable @inline(__always)
    static func decodeReference(from reader: _GraphReader) throws -> Self {
        let start = reader.state.pointee.cursor
        let object = try reader.withSession { try $0.decodeObject(as: Self.self) }
        // Most objects are of the requested class itself, which takes a comparison rather than a cast.
        if type(of: object) == Self.self {
            return unsafeDowncast(object, to: Self.self)
        }
        if let object = object as? Self {
            return object
        }
        throw reader.withSession { $0.wrongClass(type(of: object), expected: Self.self, at: start) }
    }
}

extension GDecodable {
    @inlinable @inline(__always)
    static var _packedElementKind: PackedKind? { PackedKind(Self.self) }
}
