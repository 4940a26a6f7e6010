import CyclicCoding
import GraphCodable

/// Encodes the objects of one encoder in turn.
final class SerializationSession {
    private static let maximumDepth = 512

    let keys = KeyListTree()
    private(set) var failure: SerializableError?
    /// The content of the objects, by number.
    private(set) var trees: [TreeValue] = []
    /// The new objects, in order of their numbers. They are kept alive. Otherwise the address of a temporary object
    /// could be reused, and a new object would be mistaken for it.
    private var objects: [any Serializable & AnyObject] = []
    /// The number of objects taken over from an archive. They have the lowest numbers, and exist only as trees.
    private let takenOverCount: Int
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var names: [ObjectIdentifier: String] = [:]
    private var depth = 0
    private let stack = GrowingStack()
    private var isEncodingObjects = false

    /// - Parameter trees: Objects that were encoded before.
    init(continuing trees: [TreeValue] = []) {
        self.trees = trees
        takenOverCount = trees.count
    }

    /// Returns an array without a type name.
    func list(of values: [any Serializable], at path: CodingKeyPath?) -> TreeValue {
        .array(values.enumerated().map { tree(of: $1, at: CodingKeyPath(path, IndexKey($0))) })
    }

    /// Determines the stack. A different thread may encode each value of the outermost encoder.
    func begin() {
        stack.begin()
    }

    func tree<Value: Serializable>(of value: Value, at path: CodingKeyPath?) -> TreeValue {
        // Casts to protocols are much slower than comparing types.
        if Value.self == Int.self, let value = value as? Int {
            return .int(Int64(value))
        } else if Value.self == String.self, let value = value as? String {
            return .string(value)
        } else if Value.self == Double.self, let value = value as? Double {
            return .double(value)
        }
        if let primitive = value as? any PrimitiveSerializable {
            // `Value` may be an optional, so this uses the dynamic type.
            let type = type(of: primitive)
            return type.isPlain ? primitive.tree : .typed(name(of: type, at: path), primitive.tree)
        }
        if Value.self is AnyObject.Type, let object = value as AnyObject as? any (Serializable & AnyObject) {
            return reference(to: object)
        }
        if let optional = value as? any OptionalValue {
            // The cast of a value cannot fail: an optional is serializable only if the wrapped type is.
            return (optional.wrapped as? any Serializable).map { tree(of: $0, at: path) } ?? .null
        }
        let name = name(of: Value.self, at: path)
        return .typed(name, content(of: value, at: path))
    }

    private func content(of value: any Serializable, at path: CodingKeyPath?) -> TreeValue {
        depth += 1
        defer { depth -= 1 }
        guard failure == nil else { return .null }
        guard depth <= Self.maximumDepth else {
            fail(
                .depthExceeded,
                """
                Values are nested more than \(Self.maximumDepth) deep. Nesting through class instances has no such limit: \
                make the recursive part a class.
                """,
                at: path)
            return .null
        }
        do {
            return try stack.call {
                let encoder = Encoder(session: self, path: path)
                value.encode(with: encoder)
                return encoder.finish()
            }
        } catch {
            fail(.depthExceeded, "There is no memory for more of the stack.", at: path)
            return .null
        }
    }

    // MARK: Objects

    private func reference(to object: any Serializable & AnyObject) -> TreeValue {
        let id = ObjectIdentifier(object)
        if let number = numbers[id] {
            return .reference(number)
        }
        let number = takenOverCount + objects.count
        numbers[id] = number
        objects.append(object)
        return .reference(number)
    }

    /// Encodes the objects that have not been encoded yet, and those that they refer to.
    func encodeObjects() {
        guard !isEncodingObjects else { return }
        isEncodingObjects = true
        defer { isEncodingObjects = false }
        while trees.count - takenOverCount < objects.count, failure == nil {
            let object = objects[trees.count - takenOverCount]
            let type: Any.Type = type(of: object)
            let path = CodingKeyPath(nil, NameKey("\(type)", isType: true))
            let name = name(of: type, at: path)
            trees.append(.typed(name, content(of: object, at: path)))
        }
    }

    // MARK: Types

    private func name(of type: Any.Type, at path: CodingKeyPath?) -> String {
        if let name = names[ObjectIdentifier(type)] {
            return name
        }
        guard let name = SerializableRegistry.name(of: type) else {
            fail(
                .typeNotRegistered,
                "The type \(type) is not registered. Call \(type).enableSerialization() when the program starts.",
                at: path)
            return ""
        }
        if case .ambiguous(let message)? = SerializableRegistry.entry(named: name) {
            fail(.ambiguousTypeName, message, at: path)
        }
        names[ObjectIdentifier(type)] = name
        return name
    }

    // MARK: Errors

    func fail(_ code: SerializableError.Code, _ message: String, at path: CodingKeyPath?) {
        if failure == nil {
            failure = SerializableError(code, message, codingPath: CodingPath(path))
        }
    }
}
