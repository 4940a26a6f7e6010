import CyclicCoding
import GraphCodable

/// Creates the values and objects of one archive.
///
/// Each object is in one of three states: not started, in progress, done.
final class DeserializationSession {
    enum State {
        case notStarted, inProgress
        case done(AnyObject)
    }

    let objects: [TreeValue]
    var states: [State]
    var inProgress: [Int] = []
    let done = ObjectReleaser()
    /// The numbers of the objects that the running call has created.
    var created: [Int] = []
    /// The objects whose `restored(with:)` has not been called yet.
    var restorable: [(object: any RestorableSerializable, decoder: Decoder)] = []
    /// The number of those for which it has returned.
    private var restoredCount = 0
    /// Whether objects still wait for `restored(with:)`.
    var isRestoring: Bool { restoredCount < restorable.count }
    /// Sets and dictionaries that were built while objects still waited for `restored(with:)`.
    private var hashed: [(elements: ElementHashes, path: CodingKeyPath?)] = []
    private var isRunning = false
    private let stack: GrowingStack
    private let maximumInitializerDepth: Int
    private var initializerDepth = 0
    /// The number of pairs of elements with equal hashes in the sets and dictionaries of the running call.
    private var equalHashCount = 0
    private static let maximumEqualHashCount = 1 << 21
    /// The number of values that have been decoded.
    private(set) var valueCount = 0
    /// The objects whose initializers have failed in the running call. The next request for such an object runs its initializer
    /// again, because it may depend on an object that is being created.
    var failed: Set<Int> = []
    /// The number of values that objects have decoded whose initializers failed again.
    var wastedCount = 0
    let maximumWastedCount: Int

    init(objects: [TreeValue], policy: GraphDecodingPolicy) {
        self.objects = objects
        maximumInitializerDepth = policy.maximumInitializerDepth
        maximumWastedCount = objects.count.multipliedClamped(by: 6).addingClamped(1 << 15)
        stack = GrowingStack(isSwitching: policy.switchesStacks)
        states = Array(repeating: .notStarted, count: objects.count)
    }

    /// Decodes a value, and then calls `restored(with:)` of all objects created by it, unless an outer call does so.
    ///
    /// If an error is thrown, all these objects are forgotten, because `restored(with:)` has not been called for some, and others
    /// refer to them.
    func run<Value>(_ body: (DeserializationSession) throws -> Value) throws -> Value {
        guard !isRunning else { return try body(self) }
        isRunning = true
        var isComplete = false
        defer {
            isRunning = false
            if !isComplete {
                for number in created { states[number] = .notStarted }
            }
            created.removeAll()
            restorable.removeAll()
            hashed.removeAll()
            restoredCount = 0
            failed.removeAll()
            (wastedCount, equalHashCount) = (0, 0)
        }
        stack.begin()
        let value = try body(self)
        while restoredCount < restorable.count {
            var (object, decoder) = restorable[restoredCount]
            try object.restored(with: decoder)
            restoredCount += 1
        }
        for (elements, path) in hashed where !elements.areUnchanged {
            throw changedHashes(at: path)
        }
        // The program may have caught the error.
        try checkWaste(at: nil)
        isComplete = true
        return value
    }

    /// Notes the elements of a collection if objects still wait for `restored(with:)`, to compare their hashes in the end.
    func noteHashes<Element: Hashable>(of elements: [Element], at path: CodingKeyPath?) {
        guard isRestoring else { return }
        hashed.append((ElementHashes(elements), path))
    }

    // MARK: Values

    func value<Value>(_ tree: TreeValue, as type: Value.Type, at path: CodingKeyPath?) throws -> Value {
        valueCount &+= 1
        // Casts to protocols are much slower than comparing types.
        if type == Int.self, case .int(let number) = tree, let value = Int(exactly: number) as? Value {
            return value
        } else if type == String.self, case .string(let string) = tree, let value = string as? Value {
            return value
        } else if type == Double.self, case .double(let number) = tree, let value = number as? Value {
            return value
        }
        if let optional = type as? any OptionalValue.Type {
            guard let value = try decodeOptional(optional, tree, at: path) as? Value else {
                throw mismatch(tree, type, at: path)
            }
            return value
        }
        if let primitive = type as? any PrimitiveSerializable.Type {
            return try self.primitive(primitive, tree, as: type, at: path)
        }
        let value: Any
        switch tree {
        case .array(let elements):
            guard let list = type as? any ListValue.Type else { throw mismatch(tree, type, at: path) }
            value = try decodeList(list, elements, at: path)
        case .reference(let number):
            value = try object(number, as: type, at: path)
        case .typed(let name, let content):
            let found = try self.type(named: name, at: path)
            try check(found, isAcceptableAs: type, at: path)
            value = try makeValue(found, content, at: path)
        default:
            // A plain value, requested as some protocol.
            guard let plain = tree.plainValue else { throw mismatch(tree, type, at: path) }
            value = plain
        }
        if let result = value as? Value { return result }
        if case .reference = tree { throw mismatch(Swift.type(of: value), type, at: path) }
        throw mismatch(tree, type, at: path)
    }

    private func decodeOptional<Wrapper: OptionalValue>(
        _ type: Wrapper.Type, _ tree: TreeValue, at path: CodingKeyPath?
    ) throws -> Wrapper {
        if case .null = tree {
            return Wrapper(wrapping: nil)
        }
        return Wrapper(wrapping: try value(tree, as: Wrapper.Wrapped.self, at: path))
    }

    private func decodeList<List: ListValue>(
        _ type: List.Type, _ elements: [TreeValue], at path: CodingKeyPath?
    ) throws -> List {
        try stack.call {
            List(
                list: try elements.enumerated().map {
                    try value($1, as: List.Element.self, at: CodingKeyPath(path, IndexKey($0)))
                })
        }
    }

    private func primitive<Value>(
        _ primitive: any PrimitiveSerializable.Type, _ tree: TreeValue, as type: Value.Type, at path: CodingKeyPath?
    ) throws -> Value {
        let plain = tree.untyped
        if let value = primitive.init(tree: plain) as? Value {
            return value
        }
        guard plain.isNumber, primitive.isNumber else { throw mismatch(tree, type, at: path) }
        throw SerializableError(.valueOutOfRange, "There is a number that \(type) cannot hold.", at: path)
    }

    private func makeValue(
        _ type: any Serializable.Type, _ content: TreeValue, at path: CodingKeyPath?
    ) throws -> any Serializable {
        let decoder = Decoder(session: self, content: content, path: path)
        if let primitive = type as? any PrimitiveSerializable.Type, let value = primitive.init(tree: content) {
            return value
        }
        let value = try make(type, decoder)
        guard var restorable = value as? any RestorableSerializable else { return value }
        try restorable.restored(with: decoder)
        return restorable
    }

    func make(_ type: any Serializable.Type, _ decoder: Decoder) throws -> any Serializable {
        initializerDepth += 1
        defer { initializerDepth -= 1 }
        guard initializerDepth <= maximumInitializerDepth else {
            throw SerializableError(
                .depthExceeded,
                """
                More than \(maximumInitializerDepth) initializers call one another, which the policy does not allow. Decode some of \
                the references in restored(with:), or raise maximumInitializerDepth.
                """, at: decoder.path)
        }
        return try stack.call { try type.init(with: decoder) }
    }

    /// Counts pairs of elements with equal hashes, because each element is compared with all before it. Returns whether the
    /// number is still within the limit.
    func allows(equalHashes pairs: Int) -> Bool {
        equalHashCount = equalHashCount.addingClamped(pairs)
        return equalHashCount <= Self.maximumEqualHashCount
    }

    // MARK: Types

    func type(named name: String, at path: CodingKeyPath?) throws -> any Serializable.Type {
        switch SerializableRegistry.entry(named: name) {
        case .type(let type)?:
            return type
        case .ambiguous(let message)?:
            throw SerializableError(.ambiguousTypeName, message, at: path)
        case nil:
            throw SerializableError(
                .typeNotRegistered,
                "The type \(name) is not registered. Call its enableSerialization() when the program starts.", at: path)
        }
    }

    /// Checks a type before an instance of it is created. Conformance to a protocol can only be checked afterwards.
    func check(
        _ found: any Serializable.Type, isAcceptableAs type: Any.Type, at path: CodingKeyPath?
    ) throws {
        guard isAcceptable(found, as: type) else { throw mismatch(found, type, at: path) }
    }

    private func isAcceptable(_ found: Any.Type, as type: Any.Type) -> Bool {
        guard type is AnyObject.Type || type is any Serializable.Type, found != type else { return true }
        if let found = found as? any ListValue.Type, let expected = type as? any ListValue.Type {
            return isAcceptable(found.elementType, as: expected.elementType)
        }
        if let expected = type as? any OptionalValue.Type {
            return isAcceptable((found as? any OptionalValue.Type)?.wrappedType ?? found, as: expected.wrappedType)
        }
        guard let found = found as? AnyClass, let expected = type as? AnyClass else { return false }
        return isSubclass(found, of: expected)
    }

    // MARK: Errors

    func changedHashes(at path: CodingKeyPath?) -> any Error {
        SerializableError(
            .hashChanged,
            """
            An element of a set, or a key of a dictionary, has changed since it was hashed, because of restored(with:). Hash \
            elements only by what init(with:) sets, or encode an array.
            """, at: path)
    }

    private func mismatch(_ found: Any.Type, _ type: Any.Type, at path: CodingKeyPath?) -> any Error {
        mismatch("a value of type \(found)", type, at: path)
    }

    func mismatch(_ tree: TreeValue, _ type: Any.Type, at path: CodingKeyPath?) -> any Error {
        mismatch(tree.kindDescription, type, at: path)
    }

    private func mismatch(_ found: String, _ type: Any.Type, at path: CodingKeyPath?) -> any Error {
        SerializableError(.typeMismatch, "There is \(found) where \(type) was expected.", at: path)
    }
}
