import CodingTree
import GraphCodable
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decodes the objects of one container.
///
/// Each object is in one of three states: not started, in progress, done. Completed objects are kept alive until the
/// end, because cycle breakers don't retain them.
final class RestoringSession {
    enum State {
        case notStarted, inProgress
        case done(AnyObject)
    }

    /// The depth of the current value in the object that is being created.
    struct Nesting {
        var depth = 0
        /// The number of enclosing values that the container stores as references to objects, and that are decoded as
        /// copies.
        var copies = 0
    }

    let types: RegisteredTypes
    let userInfo: [CodingUserInfoKey: any Sendable]
    let referenced: [TreeValue]
    var states: [State]
    let done = ObjectReleaser()
    /// The objects in progress, outermost first.
    var inProgress: [Int] = []
    var nesting = Nesting()
    var work: DecodingWork
    private let maximumDepth: Int
    private let maximumInitializerDepth: Int
    private var initializerDepth = 0
    private static let pathCost = 4
    private let stack: GrowingStack
    private var deferred: [() throws -> Void] = []
    /// The index of the next one.
    private var nextDeferred = 0
    /// Sets and dictionaries that were built while cycle breakers were empty.
    private var hashed: [(elements: HashedElements, path: CodingKeyPath?)] = []

    init(
        _ container: FlattenedContainer, types: RegisteredTypes, policy: GraphDecodingPolicy,
        userInfo: [CodingUserInfoKey: any Sendable], costLeft: Int = .max
    ) throws {
        self.types = types
        self.userInfo = userInfo
        referenced = container.referenced
        guard referenced.count <= policy.maximumObjectCount else {
            throw CyclicCodingError(
                .limitExceeded,
                """
                The container has \(referenced.count) objects, more than the \(policy.maximumObjectCount) that the decoder's \
                policy allows. Raise maximumObjectCount if it comes from a place that you trust.
                """)
        }
        states = Array(repeating: .notStarted, count: container.referenced.count)
        maximumDepth = policy.maximumDepth
        maximumInitializerDepth = policy.maximumInitializerDepth
        stack = GrowingStack(isSwitching: policy.switchesStacks)
        work = DecodingWork(container, policy, costLeft: costLeft)
    }

    /// The user's values, and this session for cycle breakers whose decoder wraps this one.
    var visibleUserInfo: [CodingUserInfoKey: Any] {
        var values: [CodingUserInfoKey: Any] = userInfo
        values[.restoringSession] = self
        return values
    }

    func restore<Root: Decodable>(_ type: Root.Type, from root: TreeValue) throws -> Root {
        stack.begin()
        let value = try decode(type, from: root, at: nil)
        while nextDeferred < deferred.count {
            nextDeferred += 1
            try deferred[nextDeferred - 1]()
        }
        for (elements, path) in hashed where !elements.areUnchanged {
            throw changedHashes(at: path)
        }
        return value
    }

    /// Notes the hashes in a collection if cycle breakers are still empty, to compare them in the end.
    func noteHashes<Value>(of value: Value, from tree: TreeValue, at path: CodingKeyPath?) throws {
        guard nextDeferred < deferred.count else { return }
        // Casts to protocols are slow, and most values are not lists.
        switch tree.untyped {
        case .array, .reference: break
        default: return
        }
        guard let collection = value as? any HashedCollection,
            case .array(let elements) = try content(of: tree, at: path)
        else { return }
        // Elements that are equal as long as the breakers are empty have become one.
        guard collection.elementCount == elements.count else { throw changedHashes(at: path) }
        hashed.append((collection.elementHashes, path))
    }

    private func changedHashes(at path: CodingKeyPath?) -> any Error {
        CyclicCodingError(
            .hashChanged,
            """
            The elements of a set, or the keys of a dictionary, are hashed or compared by what a cycle breaker refers to, which is \
            empty when the collection is built. Hash them by other properties, or encode an array.
            """,
            codingPath: CodingPath(codingPath(of: path)))
    }

    /// Decodes an object after all others, and keeps it alive until the end of the decoding.
    func deferObject<Object: Decodable & AnyObject>(
        _ type: Object.Type, from decoder: FlatDecoder, _ body: @escaping (Object) -> Void
    ) {
        let (value, path) = (decoder.value, decoder.path)
        deferred.append { [unowned self] in
            let object = try decode(type, from: value, at: path)
            done.keep(object)
            body(object)
        }
    }

    /// Calls an initializer of the program with sufficient stack.
    @inline(__always)
    func run<Value>(_ initializer: () throws -> Value) throws -> Value {
        initializerDepth += 1
        defer { initializerDepth -= 1 }
        guard initializerDepth <= maximumInitializerDepth else {
            throw CyclicCodingError(
                .depthExceeded,
                """
                More than \(maximumInitializerDepth) initializers call one another, which the decoder's policy does not allow. Break \
                the chain of references with cycle breakers, or raise maximumInitializerDepth.
                """)
        }
        return try stack.call(initializer)
    }

    // MARK: Values

    func decode<Value: Decodable>(_ type: Value.Type, from value: TreeValue, at path: CodingKeyPath?) throws -> Value {
        if Value.self is AnyObject.Type {
            return try object(type, from: value, at: path)
        }
        if let scalar = try scalar(type, value, at: path) {
            return scalar
        }
        try work.charge(at: path)
        let outer = nesting
        nesting.depth += 1
        if case .reference = value.untyped {
            nesting.copies += 1
        }
        defer { nesting = outer }
        guard nesting.depth <= maximumDepth else { throw depthExceeded(at: path) }
        if let collection = try hashedCollection(type, value, at: path) {
            try noteHashes(of: collection, from: value, at: path)
            return collection
        }
        if let set = try characterSet(type, value, at: path) {
            return set
        }
        let restored = try run { try Value(from: FlatDecoder(session: self, value: value, path: path)) }
        try chargeBase(ofURL: restored, at: path)
        try noteHashes(of: restored, from: value, at: path)
        return restored
    }

    /// Decodes a common type without creating a decoder for it. Returns `nil` for other types.
    private func scalar<Value>(_ type: Value.Type, _ value: TreeValue, at path: CodingKeyPath?) throws -> Value? {
        if type == String.self {
            return try string(value, at: path) as? Value
        } else if type == Int.self {
            return try integer(value, at: path) as Int as? Value
        } else if type == Double.self {
            return try double(value, at: path) as? Value
        } else if type == Bool.self {
            return try bool(value, at: path) as? Value
        } else if type == Data.self, case .data(let data) = value {
            return data as? Value
        }
        return nil
    }

    /// Returns the referenced content if the value is a reference, as if it were stored in place.
    func content(of value: TreeValue, at path: CodingKeyPath?) throws -> TreeValue {
        var content = value.untyped
        var steps = 0
        while case .reference(let number) = content {
            guard referenced.indices.contains(number), steps <= referenced.count else {
                throw malformed(number, at: path)
            }
            content = referenced[number].untyped
            steps += 1
        }
        try work.charge(steps + content.ownSize, at: path)
        return content
    }

    // MARK: Scalars

    func bool(_ value: TreeValue, at path: @autoclosure () -> CodingKeyPath?) throws -> Bool {
        if case .bool(let bool) = value {
            return bool
        }
        let content = try content(of: value, at: path())
        guard case .bool(let bool) = content else { throw mismatch(Bool.self, content, at: path()) }
        return bool
    }

    func string(_ value: TreeValue, at path: @autoclosure () -> CodingKeyPath?) throws -> String {
        if case .string(let string) = value {
            try work.charge(value.ownSize, at: path())
            return string
        }
        let content = try content(of: value, at: path())
        guard case .string(let string) = content else { throw mismatch(String.self, content, at: path()) }
        return string
    }

    func double(_ value: TreeValue, at path: @autoclosure () -> CodingKeyPath?) throws -> Double {
        if case .double(let double) = value {
            return double
        }
        let content = try content(of: value, at: path())
        guard let double = content.floatingPoint else { throw mismatch(Double.self, content, at: path()) }
        return double
    }

    func float(_ value: TreeValue, at path: @autoclosure () -> CodingKeyPath?) throws -> Float {
        if case .float(let float) = value {
            return float
        }
        let content = try content(of: value, at: path())
        if case .float(let float) = content {
            return float
        }
        guard let double = content.floatingPoint else { throw mismatch(Float.self, content, at: path()) }
        let float = Float(double)
        guard float.isFinite || !double.isFinite else { throw outOfRange(Float.self, at: path()) }
        return float
    }

    func integer<Integer: FixedWidthInteger>(
        _ value: TreeValue, at path: @autoclosure () -> CodingKeyPath?
    ) throws -> Integer {
        if let integer = value.integer(as: Integer.self) {
            return integer
        }
        let content = try content(of: value, at: path())
        if let integer = content.integer(as: Integer.self) {
            return integer
        }
        guard content.floatingPoint != nil else { throw mismatch(Integer.self, content, at: path()) }
        throw outOfRange(Integer.self, at: path())
    }

    // MARK: Paths and errors

    func codingPath(of path: CodingKeyPath?) -> [any CodingKey] {
        // Programs may try one type after another, and each failure creates a path. All paths have the same cost,
        // because the limit must not depend on the depth.
        work.add(Self.pathCost)
        return path.keys
    }

    private func depthExceeded(at path: CodingKeyPath?) -> any Error {
        CyclicCodingError(
            .depthExceeded,
            """
            Values are nested more than \(maximumDepth) deep, which the decoder's policy does not allow. The instances of \
            classes do not count: make the recursive part a class, or raise maximumDepth.
            """,
            codingPath: CodingPath(codingPath(of: path)))
    }

    private func context(_ text: String, at path: CodingKeyPath?) -> DecodingError.Context {
        DecodingError.Context(codingPath: codingPath(of: path), debugDescription: text)
    }

    func mismatch(_ expected: Any.Type, _ found: TreeValue, at path: CodingKeyPath?) -> any Error {
        if case .null = found {
            return DecodingError.valueNotFound(expected, context("There is nil where \(expected) is needed.", at: path))
        }
        return DecodingError.typeMismatch(
            expected, context("There is \(found.kindDescription) where \(expected) was expected.", at: path))
    }

    private func outOfRange(_ type: Any.Type, at path: CodingKeyPath?) -> any Error {
        DecodingError.dataCorrupted(context("There is a number that \(type) cannot hold.", at: path))
    }

    func malformed(_ number: Int, at path: CodingKeyPath?) -> any Error {
        CyclicCodingError(
            .malformed,
            """
            A reference refers to object #\(number), which the container does not have, or which is only another reference. The \
            container is damaged.
            """,
            codingPath: CodingPath(codingPath(of: path)))
    }
}
