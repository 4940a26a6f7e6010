/// A type that encodes itself to an ``Encoder`` and decodes itself from a ``Decoder``, value by value with keys.
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
/// The decoder finds types by name, so register each type once with ``enableSerialization()``, for example when the
/// program starts. Each instance of a class is encoded once, no matter how often it is referenced, and decoded with its
/// own class.
public protocol Serializable: SendableMetatype {
    /// Creates a value from the values that `encode(with:)` wrote.
    ///
    /// - Parameter coder: The decoder to read from.
    /// - Throws: The errors of the decoder's methods, and any error of the type's own.
    init(with coder: Decoder) throws

    /// Encodes the values that this value consists of.
    ///
    /// - Parameter coder: The encoder to write to. It reports the first error when the data is created.
    func encode(with coder: Encoder)
}

extension Serializable {
    /// Registers the type under its qualified name.
    ///
    /// Register a generic type, such as `Array<Dog>`, for each combination of arguments. A type may be registered again.
    /// Private and local types with the same name need ``enableSerialization(as:)``, because their distinguishing suffix
    /// changes with each build.
    ///
    /// - Complexity: O(1) on average.
    public static func enableSerialization() {
        // Not `Self.self`: a variable of a superclass's metatype may contain that of a subclass.
        SerializableRegistry.register(self)
    }

    /// Registers the type under a name of your choice.
    ///
    /// Data refers to the type by this name, so you can rename or move the type later. A type with several names is
    /// decoded under each of them, and encoded under the one that was registered last.
    ///
    /// - Parameter name: The name. If another type is registered under the same name, neither can be encoded or decoded
    ///   by it.
    /// - Complexity: O(1) on average.
    public static func enableSerialization(as name: String) {
        SerializableRegistry.register(self, as: name)
    }
}

extension Serializable {
    /// Returns a deep copy, by encoding this value and decoding it again.
    ///
    /// All contained types must be registered. To see errors, use an ``Encoder`` and a ``Decoder`` yourself.
    ///
    /// - Returns: The copy, or `nil` if the value cannot be encoded or decoded.
    /// - Complexity: O(*n*) for *n* values.
    public func makeClone() -> Self? {
        try? Decoder(from: Encoder(with: self)).decode()
    }
}

/// A type that performs work after the decoder has registered its object, such as setting references in a cycle.
///
/// ```swift
/// final class Parent: RestorableSerializable {
///     func restored(with coder: Decoder) throws {
///         child = try coder.decode(forKey: "child")   // which refers to this parent
///     }
/// }
/// ```
public protocol RestorableSerializable: Serializable {
    /// Completes the value after `init(with:)`.
    ///
    /// For an object, the decoder calls this method when all requested objects have been created, so all references can
    /// be decoded, including cyclic ones. For other values it calls this method immediately after `init(with:)`.
    ///
    /// - Parameter coder: The decoder that `init(with:)` received.
    /// - Throws: The errors of the decoder's methods, and any error of the type's own. It ends the decoding.
    mutating func restored(with coder: Decoder) throws
}

/// A type whose stored properties are all encoded with their names as keys.
///
/// You only need to implement `init(with:)`. The properties are found with `Mirror`, those of superclasses first. A
/// class and its superclasses share one namespace: two properties with the same name are an error, even if they are
/// private. So is a property whose type is neither ``Serializable`` nor an array of serializable values. A lazy
/// property is encoded as an optional with its name.
public protocol AutomaticallyEncodedSerializable: Serializable {}

extension AutomaticallyEncodedSerializable {
    /// Encodes all stored properties.
    public func encode(with coder: Encoder) {
        coder.encodeProperties(of: self)
    }
}
