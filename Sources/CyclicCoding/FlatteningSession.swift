import CodingTree
import GraphCodable
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encodes the objects of one graph in turn, each into its own tree.
///
/// In these trees a reference consists of the object's index in ``objects`` and the kind of reference.
/// ``GraphFlattener`` replaces them by numbers.
final class FlatteningSession {
    /// The maximum number of nested values within one object.
    static let maximumDepth = 512

    let types: RegisteredTypes
    let userInfo: [CodingUserInfoKey: any Sendable]
    let keys = KeyTransitions()
    private(set) var objects: [EncounteredObject] = []
    /// The objects to encode, in the order in which they were encountered.
    private(set) var queue: [Int] = []
    private var places: [ObjectIdentifier: Int] = [:]
    let stack: GrowingStack
    /// The error for a container that is nested too deeply.
    private var excessiveDepth: (any Error)?
    /// The object that a cycle breaker is encoding through a wrapping encoder.
    private var brokenObject: ObjectIdentifier?

    /// The object that is being encoded; `nil` for the root value.
    private(set) var current: Int?

    init(types: RegisteredTypes, userInfo: [CodingUserInfoKey: any Sendable]) {
        self.types = types
        self.userInfo = userInfo
        let policy = userInfo[.decodingPolicy] as? GraphDecodingPolicy ?? GraphDecodingPolicy()
        stack = GrowingStack(isSwitching: policy.switchesStacks)
    }

    /// The user's values, and this session for cycle breakers whose encoder wraps this one.
    var visibleUserInfo: [CodingUserInfoKey: Any] {
        var values: [CodingUserInfoKey: Any] = userInfo
        values[.flatteningSession] = self
        return values
    }

    func flatten<Root: Encodable>(_ root: Root) throws -> FlattenedContainer {
        stack.begin()
        let rootTree = try encode(root, at: nil, level: 0)
        var next = 0
        while next < queue.count {
            let place = queue[next]
            next += 1
            current = place
            let object = objects[place].object
            let tree = try encodeContent(of: object, at: nil, level: 0)
            let name = types.name(of: type(of: object))
            objects[place].tree = name.map { .typed($0, tree) } ?? tree
        }
        var flattener = GraphFlattener(session: self, root: rootTree)
        return try flattener.flatten()
    }

    // MARK: Values

    /// Encodes an object as a reference, and any other value in place.
    ///
    /// - Parameter level: How deeply the value is nested within the object.
    func encode<Value: Encodable>(_ value: Value, at path: CodingKeyPath?, level: Int) throws -> TreeValue {
        if Value.self is AnyObject.Type, let object = value as AnyObject as? any (Encodable & AnyObject) {
            let isBroken = brokenObject == ObjectIdentifier(object)
            return reference(to: object, isBroken ? .breaking : .strong, at: path)
        }
        if let scalar = scalar(value) {
            return scalar
        }
        return try encodeContent(of: value, at: path, level: level)
    }

    /// Returns the node for a common type without creating an encoder for it; `nil` for other types.
    private func scalar<Value>(_ value: Value) -> TreeValue? {
        if Value.self == String.self {
            return (value as? String).map { .string($0) }
        } else if Value.self == Int.self {
            return (value as? Int).map { .int(Int64($0)) }
        } else if Value.self == Double.self {
            return (value as? Double).map { .double($0) }
        } else if Value.self == Bool.self {
            return (value as? Bool).map { .bool($0) }
        } else if Value.self == Data.self {
            return (value as? Data).map { .data($0) }
        }
        return nil
    }

    private func encodeContent(of value: any Encodable, at path: CodingKeyPath?, level: Int) throws -> TreeValue {
        guard level < Self.maximumDepth else { throw depthExceeded(at: path) }
        return try stack.call {
            let node = EncodedNode(keys: keys)
            try value.encode(to: FlatEncoder(session: self, node: node, path: path, level: level + 1))
            if let excessiveDepth { throw excessiveDepth }
            return try node.finish(stack)
        }
    }

    /// Lets encoding fail because of a container at a path.
    func noteExcessiveDepth(at path: CodingKeyPath?) {
        if excessiveDepth == nil { excessiveDepth = depthExceeded(at: path) }
    }

    private func depthExceeded(at path: CodingKeyPath?) -> any Error {
        CyclicCodingError(
            .depthExceeded,
            """
            Values are nested more than \(Self.maximumDepth) deep. Nesting through class instances has no such limit: make \
            the recursive part a class.
            """,
            codingPath: CodingPath(codingPath(of: path)))
    }

    // MARK: References

    /// Runs a closure that encodes an object through a wrapping encoder, and marks the reference as one that breaks a
    /// cycle.
    func breaking(_ object: any AnyObject, _ encode: () throws -> Void) rethrows {
        let outer = brokenObject
        brokenObject = ObjectIdentifier(object)
        defer { brokenObject = outer }
        try encode()
    }

    func reference(
        to object: any Encodable & AnyObject, _ strength: ReferenceStrength, at path: CodingKeyPath?
    ) -> TreeValue {
        let id = ObjectIdentifier(object)
        let place: Int
        if let known = places[id] {
            place = known
        } else {
            place = objects.count
            places[id] = place
            objects.append(EncounteredObject(object: object, referrer: current, path: path))
        }
        if strength != .conditional, !objects[place].isQueued {
            objects[place].isQueued = true
            objects[place].referrer = current
            objects[place].path = path
            queue.append(place)
        }
        return .reference(MetReference(place: place, strength: strength).number)
    }

    // MARK: Paths

    /// Returns the keys from the root to a value of the current object.
    func codingPath(of path: CodingKeyPath?) -> [any CodingKey] {
        keys(to: current) + path.keys
    }

    /// Returns the keys from the root to the first reference to an object.
    func keys(to object: Int?) -> [any CodingKey] {
        var parts: [[any CodingKey]] = []
        var next = object
        while let place = next {
            parts.append(objects[place].path.keys)
            next = objects[place].referrer
        }
        return Array(parts.reversed().joined())
    }
}

/// An object of the graph. It is kept alive until the graph is flattened. Otherwise the address of a temporary object
/// could be reused, and a new object would be mistaken for it.
struct EncounteredObject {
    let object: any Encodable & AnyObject
    /// The object with the first reference to this one, and the path from there; `nil` for the root value.
    var referrer: Int?
    var path: CodingKeyPath?
    var isQueued = false
    var tree = TreeValue.null

    init(object: any Encodable & AnyObject, referrer: Int?, path: CodingKeyPath?) {
        self.object = object
        self.referrer = referrer
        self.path = path
    }
}

/// How a value refers to an object.
enum ReferenceStrength: Int {
    case strong
    /// A reference of a cycle breaker.
    case breaking
    /// A reference of `encodeConditional`, which requires that something else encodes the object.
    case conditional
}

/// A reference in a tree that has not been flattened yet.
struct MetReference {
    let place: Int
    let strength: ReferenceStrength

    init(place: Int, strength: ReferenceStrength) {
        self.place = place
        self.strength = strength
    }

    init(number: Int) {
        place = number / 3
        strength = ReferenceStrength(rawValue: number % 3) ?? .strong
    }

    var number: Int { place * 3 + strength.rawValue }
}
