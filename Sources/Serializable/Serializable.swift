/// A type that writes itself to an ``Encoder`` and reads itself from a ``Decoder``, value by value, under names.
///
/// ```swift
/// extension Dog: Serializable {
///     init(with coder: Decoder) throws {
///         name = try coder.decode(forKey: "name")
///     }
///     func encode(with coder: Encoder) {
///         coder.encode(name, forKey: "name")
///     }
/// }
/// Dog.enableSerialization()
/// ```
///
/// Types are found by their names when they are decoded, so each has to be registered once with
/// ``enableSerialization()``, while the program starts, say. Instances of classes are written once, however often they are
/// met, and are decoded as the class that they are.
public protocol Serializable: SendableMetatype {
    /// Makes a value from what `encode(with:)` wrote.
    ///
    /// - Parameter coder: What to read from.
    /// - Throws: What the decoder's methods throw, and any error of the type's own.
    init(with coder: Decoder) throws

    /// Writes the values that this value consists of.
    ///
    /// - Parameter coder: What to write to. It keeps the first error until the data is made.
    func encode(with coder: Encoder)
}

extension Serializable {
    /// Makes the type known, under its qualified name.
    ///
    /// Generic types, such as `Array<Dog>`, are registered for each combination. A type may be registered again. Private and
    /// local types of the same name need ``enableSerialization(as:)``, because what tells them apart changes from build to
    /// build.
    public static func enableSerialization() {
        SerializableTypes.register(Self.self, as: SerializableTypes.defaultName(of: Self.self))
    }

    /// Makes the type known under a name of your own.
    ///
    /// Data refers to the type by this name, so that the type can be renamed or moved later. A type that has several names is
    /// decoded under each of them and encoded under the one that was registered last.
    ///
    /// - Parameter name: The name. Were another type registered under it, neither could be encoded or decoded by it.
    public static func enableSerialization(as name: String) {
        SerializableTypes.register(Self.self, as: name)
    }
}

extension Serializable {
    /// Makes a deep copy, by encoding this value and decoding it again.
    ///
    /// All types in it must be registered. To learn what went wrong, decode from an ``Encoder`` yourself.
    ///
    /// - Returns: The copy; `nil` when the value cannot be encoded, or not be decoded.
    /// - Complexity: O(*n*) for *n* values.
    public func makeClone() -> Self? {
        try? Decoder(from: Encoder(with: self)).decode()
    }
}

/// A type that does something once it is in the decoder's table of objects, such as setting a reference back to itself.
///
/// ```swift
/// final class Parent: RestorableSerializable {
///     func restored(with coder: Decoder) throws {
///         child = try coder.decode(forKey: "child")   // which refers to this parent
///     }
/// }
/// ```
public protocol RestorableSerializable: Serializable {
    /// Called after `init(with:)`.
    ///
    /// For an object it is called when all objects that were asked for have been made, so that all references can be decoded,
    /// circular ones too. A value is not in the table: it is called right after `init(with:)`.
    ///
    /// - Parameter coder: The decoder that `init(with:)` got.
    /// - Throws: What the decoder's methods throw, and any error of the type's own; it ends the decoding.
    mutating func restored(with coder: Decoder) throws
}

/// A type all of whose stored properties are encoded under their names.
///
/// Only `init(with:)` has to be written. The properties are found with `Mirror`, those of superclasses first. Properties of
/// a class and its superclasses share one space of names: two of the same name, even private ones, are an error. So is a
/// property whose type is neither ``Serializable`` nor an array of serializable values. A lazy property is encoded as an optional of its name.
public protocol AutomaticallyEncodedSerializable: Serializable {}

extension AutomaticallyEncodedSerializable {
    /// Writes all stored properties.
    ///
    /// - Parameter coder: What to write to.
    public func encode(with coder: Encoder) {
        coder.encodeProperties(of: self)
    }
}
