/// A type that can encode itself into an archive.
///
/// Structs, enums and classes conform in the same way. Encode each stored value with or without a key:
///
/// ```swift
/// func encode(to encoder: GEncoder) throws {
///     try encoder.encode(name, for: Key.name)
///     try encoder.encodeConditional(parent, for: Key.parent)
/// }
/// ```
///
/// Class instances are encoded as references: each instance is archived once, however many references it has.
public protocol GEncodable {
    /// Encodes the contents of this value.
    ///
    /// - Parameter encoder: The encoder to write to. Do not use it after the call.
    /// - Throws: The errors of the encoder's methods, and any errors of the type's own. If a method of the encoder
    ///   throws, encoding fails and throws the first such error, even if an `encode(to:)` catches it.
    func encode(to encoder: GEncoder) throws

    /// The version of the type's encoding, which ``GDecoder/encodedVersion`` returns during decoding. The default is 0.
    ///
    /// To declare the version of a class, conform it to ``GVersion``.
    static var encodeVersion: UInt32 { get }

    /// Writes this value. Do not call or implement it: it is a requirement only so that scalars and collections can
    /// write themselves without a cast.
    func _encode(into writer: _GraphWriter) throws

    /// Writes this value; if it has an identity, it is archived only if it is encoded unconditionally elsewhere. Do not
    /// call or implement it.
    func _encodeConditionally(into writer: _GraphWriter) throws

    /// Writes only the raw value, if the type's `encode(to:)` is known to do just that. Do not implement it.
    func _encodeRawValue(into writer: _GraphWriter) throws -> Bool

    /// Whether a value of this type may be archived as nil. Do not implement it.
    static var _mayBeNil: Bool { get }
}

extension GEncodable {
    /// The default: 0.
    public static var encodeVersion: UInt32 { 0 }

    @inlinable
    public static var _mayBeNil: Bool { false }

    @inlinable
    public func _encodeRawValue(into writer: _GraphWriter) throws -> Bool { false }

    /// Writes a value that is not a class instance: an inline composite, or a reference if it has an identity.
    @inlinable
    public func _encode(into writer: _GraphWriter) throws {
        try encodeComposite(into: writer) { _ in }
    }

    /// Writes a value that is not a class instance, like ``_encode(into:)``.
    ///
    /// - Parameter finish: Writes the rest of the composite.
    @inlinable @inline(__always)
    func encodeComposite(into writer: _GraphWriter, _ finish: (EncodingSession) throws -> Void) throws {
        if try _encodeRawValue(into: writer) {
            return
        }
        let entry = try writer.withSession { try $0.openValueComposite(of: Self.self) }
        // Closures that hold the value would make a copy of it, even if they are not called.
        guard case .entered = entry else { return try writer.encodeUnentered(self, entry) }
        try writer.withSession { session in
            try encode(to: session)
            try finish(session)
            try session.closeComposite()
        }
    }

    @inlinable
    public func _encodeConditionally(into writer: _GraphWriter) throws {
        try writer.withSession { try $0.encodeIdentified(self, isConditional: true) }
    }
}

extension GEncodable where Self: AnyObject {
    /// Writes a class instance: a reference, and a record of its own when it is encountered for the first time.
    @inlinable
    public func _encode(into writer: _GraphWriter) throws {
        try writer.withSession { try $0.encodeReference(self) }
    }

    @inlinable
    public func _encodeConditionally(into writer: _GraphWriter) throws {
        try writer.withSession { try $0.encodeConditionalReference(self) }
    }
}

extension GEncodable {
    @inlinable @inline(__always)
    static var _packedKind: PackedKind? { PackedKind(Self.self) }
}
