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
    /// Makes a value from what `encode(to:)` wrote.
    ///
    /// - Parameter decoder: What to read from; not to be used after the call.
    /// - Throws: What the decoder's methods throw, and any error of the type's own.
    init(from decoder: GDecoder) throws

    /// The class that takes the place of this one when its instances are decoded; `Self` by default.
    ///
    /// A class that was renamed stays in the program, empty, and names its successor here. See ``GObsolete``.
    static var replacementType: GDecodable.Type { get }

    /// Reads a value where one is expected. Not to be called or implemented by users of the package: it is a requirement
    /// only so that scalars and collections can read themselves without a cast.
    static func _decode(from reader: _GraphReader) throws -> Self

    /// How an array of such values is archived as raw bytes, if it is. Not to be implemented by users of the package.
    static var _packedElementKind: _PackedKind? { get }

    /// Whether a raw value may stand for a value of this type. Not to be implemented by users of the package.
    static var _hasRawValue: Bool { get }

    /// Whether nil is a value of this type. Not to be implemented by users of the package.
    static var _isOptional: Bool { get }
}

extension GDecodable {
    /// The type itself: it replaces no other.
    public static var replacementType: GDecodable.Type { Self.self }

    @inlinable
    public static var _packedElementKind: _PackedKind? { nil }

    @inlinable
    public static var _isOptional: Bool { false }

    @inlinable
    public static var _hasRawValue: Bool { false }

    /// A value that is not a class instance: a composite in place, or a reference to a value with identity.
    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> Self {
        switch try reader.openComposite(of: Self.self, hasRawValue: _hasRawValue) {
        case .entered:
            do {
                let value = try reader.withDecoder { try Self(from: $0) }
                try reader.closeComposite()
                return value
            } catch {
                throw reader.leaveComposite(after: error)
            }
        case .elsewhere:
            return try reader.decodeIdentified(Self.self)
        case .needsRoom:
            return try reader.decodeWithMoreStack(Self.self)
        }
    }
}

extension GDecodable where Self: AnyObject {
    /// An instance of a class: the object that the reference stands for.
    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> Self {
        let object = try reader.decodeObject(as: Self.self)
        if let object = object as? Self {
            return object
        }
        throw reader.wrongClass(object, expected: Self.self)
    }
}
