/// A type that can encode itself into an archive.
///
/// Structs, enums and classes conform alike. Write each stored value with a key, or without one:
///
/// ```swift
/// func encode(to encoder: GEncoder) throws {
///     try encoder.encode(name, for: Key.name)
///     try encoder.encodeConditional(parent, for: Key.parent)
/// }
/// ```
///
/// A class is written as a reference: each instance is archived once, whatever refers to it.
public protocol GEncodable {
    /// Writes the values that this value consists of.
    ///
    /// - Parameter encoder: What to write to; not to be used after the call.
    /// - Throws: What the encoder's methods throw, and any error of the type's own. An error that one of the encoder's methods
    ///   throws fails the whole encoding, which throws the first such error, even if an `encode(to:)` catches it.
    func encode(to encoder: GEncoder) throws

    /// The version of the type's encoding, which ``GDecoder/encodedVersion`` returns when it is decoded; 0 by default.
    ///
    /// Classes state theirs by conforming to ``GVersion``.
    static var encodeVersion: UInt32 { get }

    /// Writes this value where a value is expected. Not to be called or implemented by users of the package: it is a
    /// requirement only so that scalars and collections can write themselves without a cast.
    func _encode(into writer: _GraphWriter) throws

    /// Writes this value without asking for it to be archived, if it has an identity. Not to be called or implemented by
    /// users of the package.
    func _encodeConditionally(into writer: _GraphWriter) throws

    /// How an array of such values is archived as raw bytes, if it is. Not to be implemented by users of the package.
    static var _packedKind: _PackedKind? { get }

    /// Writes the raw value alone, if it is known that the type's `encode(to:)` does no more. Not to be implemented by users
    /// of the package.
    func _encodeRawValue(into writer: _GraphWriter) throws -> Bool

    /// Whether a value of this type may be archived as nil. Not to be implemented by users of the package.
    static var _mayBeNil: Bool { get }
}

extension GEncodable {
    /// 0: the type has no versions.
    public static var encodeVersion: UInt32 { 0 }

    @inlinable
    public static var _mayBeNil: Bool { false }

    @inlinable
    public func _encodeRawValue(into writer: _GraphWriter) throws -> Bool { false }

    /// A value that is not a class instance: a composite in place, unless it has an identity.
    @inlinable
    public func _encode(into writer: _GraphWriter) throws {
        if try _encodeRawValue(into: writer) {
            return
        }
        switch try writer.openComposite(of: Self.self) {
        case .entered:
            try writer.withEncoder { try encode(to: $0) }
            try writer.closeComposite()
        case .elsewhere:
            try writer.encodeIdentified(self)
        case .needsRoom:
            try writer.encodeWithMoreStack(self)
        }
    }

    @inlinable
    public func _encodeConditionally(into writer: _GraphWriter) throws {
        try writer.encodeConditionalValue(self)
    }

    @inlinable
    public static var _packedKind: _PackedKind? { nil }
}

extension GEncodable where Self: AnyObject {
    /// An instance of a class: a reference, and a record of its own when it is met for the first time.
    @inlinable
    public func _encode(into writer: _GraphWriter) throws {
        try writer.encodeReference(self)
    }

    @inlinable
    public func _encodeConditionally(into writer: _GraphWriter) throws {
        try writer.encodeConditionalReference(self)
    }
}
