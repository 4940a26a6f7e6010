import GraphCodable

/// The classes whose instances are encoded with their own class.
///
/// `Codable` decodes an object as the class that a program requests, so an instance of a subclass is restored as one of
/// the base class. If a class is registered, the encoder writes its name, and the decoder creates an instance of
/// exactly that class. A decoder never looks up other classes by name.
///
/// ```swift
/// let types: RegisteredTypes = [Circle.self, Square.self]
/// let flattened = try CyclicEncoder(types: types).flatten(shapes)
/// let shapes = try CyclicDecoder(types: types).decode([Shape].self, from: flattened)
/// ```
public struct RegisteredTypes: ExpressibleByArrayLiteral, Sendable {
    /// A class that can be registered.
    public typealias Element = any (Codable & AnyObject & SendableMetatype).Type

    private var types: [String: Element] = [:]
    private var names: [ObjectIdentifier: String] = [:]

    /// Creates an empty list of classes.
    public init() {}

    /// Creates a list of classes, each registered under its qualified name.
    ///
    /// - Parameter elements: The classes.
    public init(arrayLiteral elements: Element...) {
        for element in elements {
            register(element)
        }
    }

    /// Registers a class.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - name: The archive name of the class; by default its qualified name. Choose a name if the class may be
    ///     renamed, or is private. A name belongs to the class that was registered with it last: encoding an instance of
    ///     another one with this name throws an error. A class may have several names for decoding; it is encoded with the latest.
    /// - Complexity: O(1) on average.
    public mutating func register(_ type: Element, as name: String? = nil) {
        let name = name ?? StableName.make(from: _typeName(type, qualified: true), mainModuleName: nil)
        types[name] = type
        names[ObjectIdentifier(type)] = name
    }

    var isEmpty: Bool { names.isEmpty }

    func type(named name: String) -> Element? {
        types[name]
    }

    func name(of object: Any) -> String? {
        names[ObjectIdentifier(Swift.type(of: object))]
    }
}
