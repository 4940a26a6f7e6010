import GraphCodable

/// The classes whose instances are encoded together with their own class.
///
/// `Codable` decodes an object as the class that a program asks for, so that an instance of a subclass comes back as one
/// of the base class. A class that is registered with the encoder is written with its name, and a decoder with which it is
/// registered makes an instance of that very class. No other classes can be made: nothing is looked up by its name.
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

    /// Makes a register without classes.
    public init() {}

    /// Makes a register of classes, each under its qualified name.
    public init(arrayLiteral elements: Element...) {
        for element in elements {
            register(element)
        }
    }

    /// Adds a class.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - name: What the class is called in archives; by default its qualified name. Give a name of your own if
    ///     the class may be renamed, or is private. A name can be given to one class only: the latest one has it. A class
    ///     may have several names for decoding; it is encoded under the latest.
    public mutating func register(_ type: Element, as name: String? = nil) {
        let name = name ?? StableName.make(from: _typeName(type, qualified: true), mainModuleName: nil)
        types[name] = type
        names[ObjectIdentifier(type)] = name
    }

    func type(named name: String) -> Element? {
        types[name]
    }

    func name(of type: Any.Type) -> String? {
        names.isEmpty ? nil : names[ObjectIdentifier(type)]
    }
}
