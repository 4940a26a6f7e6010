import Foundation
import GraphCodable

/// Encodes the objects of one graph in turn, each into values of the same list.
///
/// There a reference consists of the object's index in ``objects`` and the kind of reference. ``GraphFlattener`` replaces
/// them by numbers.
///
/// Accesses to the variables are not checked for exclusivity, as in ``FlatValues``.
final class FlatteningSession {
    /// The maximum number of nested values within one object.
    static let maximumDepth = 512

    let types: RegisteredTypes
    let userInfo: [CodingUserInfoKey: any Sendable]
    let values = FlatValues()
    @exclusivity(unchecked) var keys = WrittenKeys()
    @exclusivity(unchecked) var codedTypes = CodedTypes()
    @exclusivity(unchecked) var objects: ContiguousArray<EncounteredObject> = []
    /// The objects to encode, in the order in which they were encountered.
    @exclusivity(unchecked) private(set) var queue: ContiguousArray<Int> = []
    /// Those to encode once more, because they are wrapped.
    @exclusivity(unchecked) private var repeated: [Int] = []
    @exclusivity(unchecked) private var places = ObjectTable()
    let policy: GraphDecodingPolicy
    let stack: GrowingStack
    /// The error for a container that is nested too deeply, or is of another kind than a value was before.
    private var failure: (any Error)?
    /// Whether an error was thrown, or a key was encoded again. What was encoded before may have been left out.
    @exclusivity(unchecked) private var mayHaveLeftOut = false
    /// The object that a cycle breaker is encoding through a wrapping encoder.
    @exclusivity(unchecked) private var objectOfBreaker: ObjectIdentifier?

    /// The object that is being encoded; `nil` for the root value.
    @exclusivity(unchecked) private(set) var current: Int?

    init(types: RegisteredTypes, userInfo: [CodingUserInfoKey: any Sendable]) {
        self.types = types
        self.userInfo = userInfo
        policy = userInfo[.decodingPolicy] as? GraphDecodingPolicy ?? GraphDecodingPolicy()
        stack = GrowingStack(isSwitching: policy.switchesStacks)
    }

    /// The user's values, and this session for cycle breakers whose encoder wraps this one.
    var visibleUserInfo: [CodingUserInfoKey: Any] {
        var values: [CodingUserInfoKey: Any] = userInfo
        values[.flatteningSession] = self
        return values
    }

    func flatten<Root: Encodable>(_ root: Root) throws -> FlatValues {
        stack.begin()
        values.root = try withoutUnreferencedObjects { try encode(root, at: nil, level: 0) }
        var next = 0
        while next < queue.count || !repeated.isEmpty {
            let place: Int
            if let again = repeated.popLast() {
                place = again
            } else {
                place = queue[next]
                next += 1
            }
            current = place
            let (object, path) = (objects[place].object, objects[place].path)
            objects[place].position = try withoutUnreferencedObjects {
                try encodeContent(of: object, at: path, level: 0)
            }
        }
        guard !values.isFull else {
            throw CyclicCodingError(.limitExceeded, "The graph has more than \(UInt32.max) values.")
        }
        var flattener = GraphFlattener(session: self)
        try flattener.flatten()
        return values
    }

    /// Encodes the root or an object with a closure, and forgets objects to which only parts refer that were left out.
    private func withoutUnreferencedObjects(_ encode: () throws -> UInt32) rethrows -> UInt32 {
        let start = queue.count
        mayHaveLeftOut = false
        let position = try encode()
        guard mayHaveLeftOut, start < queue.count else { return position }
        let places = objectsReferenced(by: position)
        for place in queue[start...] where !places.contains(place) {
            objects[place].isQueued = false
        }
        queue.replaceSubrange(start..., with: queue[start...].filter(places.contains))
        return position
    }

    /// Returns the objects to which a value refers unconditionally.
    private func objectsReferenced(by position: UInt32) -> Set<Int> {
        var places: Set<Int> = []
        var pending = [position]
        while let position = pending.popLast() {
            let value = values[position]
            switch value.kind {
            case .fields, .array:
                values.forEach(in: value) { pending.append($0) }
            case .reference:
                let reference = UnresolvedReference(bits: value.bits)
                if reference.strength != .conditional { places.insert(reference.place) }
            default:
                break
            }
        }
        return places
    }

    // MARK: Values

    /// Encodes an object as a reference, and any other value in place. Returns the position of the value, which is in no
    /// container yet.
    ///
    /// - Parameter level: How deeply the value is nested within the object.
    func encode<Value: Encodable>(
        _ value: Value, at path: @autoclosure () -> CodingKeyPath?, level: Int
    ) throws -> UInt32 {
        switch codedTypes.find(Value.self) {
        case .object:
            let id = ObjectIdentifier(known(value, as: AnyObject.self))
            return reference(to: value, id, objectOfBreaker == id ? .breaking : .strong, at: path())
        case .wrapper:
            guard let object = (value as? any ObjectWrapper)?.wrappedObject else {
                return try encodeContent(of: value, at: path(), level: level)
            }
            try checkClass(of: object, in: Value.self, at: path())
            let id = ObjectIdentifier(object)
            let position = reference(to: value, id, .strong, at: path())
            wrap(UnresolvedReference(bits: values[position].bits).place, in: value)
            return position
        case .string: return values.add(known(value, as: String.self))
        case .int: return values.add(FlatValue(Int64(known(value, as: Int.self))))
        case .double: return values.add(FlatValue(known(value, as: Double.self)))
        case .bool: return values.add(FlatValue(known(value, as: Bool.self)))
        case .data: return values.add(known(value, as: Data.self))
        case let common where common.isCommon && level < Self.maximumDepth:
            return addLarger(value, common)
        case .collection:
            return try encodeCollection(value, at: path(), level: level)
        default:
            return try encodeContent(of: value, at: path(), level: level)
        }
    }

    private func encodeCollection<Value: Encodable>(
        _ value: Value, at path: CodingKeyPath?, level: Int
    ) throws -> UInt32 {
        guard level < Self.maximumDepth else { throw depthExceeded(at: path) }
        let position = try stack.call {
            try codedTypes.encodable(Value.self)?.encode(value, by: self, at: path, level: level + 1)
        }
        return try position ?? encodeContent(of: value, at: path, level: level)
    }

    /// Adds a value of a common type that has values itself.
    private func addLarger<Value>(_ value: Value, _ type: CodedType) -> UInt32 {
        switch type {
        case .date: return values.add(FlatValue(known(value, as: Date.self).timeIntervalSinceReferenceDate))
        case .ints: return values.add(.ints(known(value, as: [Int].self)))
        case .integers: return values.add(.integers(known(value, as: [Int64].self)))
        case .doubles: return values.add(.doubles(known(value, as: [Double].self)))
        case .floats: return values.add(.floats(known(value, as: [Float].self)))
        default:
            let array = values.add(FlatValue(.array))
            for text in known(value, as: [String].self) {
                values.append(values.add(text), to: array)
            }
            return array
        }
    }

    /// Refuses an instance of a registered subclass, which a wrapper of the superclass could not decode.
    private func checkClass(of object: AnyObject, in wrapper: Any.Type, at path: @autoclosure () -> CodingKeyPath?)
        throws
    {
        guard let wrapped = (wrapper as? any ObjectWrapper.Type)?.wrappedClass, type(of: object) != wrapped,
            types.name(of: object) != nil
        else { return }
        mayHaveLeftOut = true
        throw CyclicCodingError(
            .misuse,
            """
            There is an object of the registered class \(type(of: object)) in a \(wrapper), which decodes instances of \
            \(wrapped) only. Wrap the object as its own class.
            """, codingPath: CodingPath(path()))
    }

    /// Lets an object that something else has led to be encoded as what it is wrapped in.
    private func wrap(_ place: Int, in wrapper: any Encodable) {
        guard !(objects[place].object is any ObjectWrapper) else { return }
        objects[place].object = wrapper
        if objects[place].position != 0 || place == current { repeated.append(place) }
    }

    private func encodeContent<Value: Encodable>(of value: Value, at path: CodingKeyPath?, level: Int) throws -> UInt32
    {
        guard level < Self.maximumDepth else { throw depthExceeded(at: path) }
        // A value that encodes nothing has empty fields.
        let position = values.add(FlatValue(.fields))
        do {
            try stack.call {
                try value.encode(to: FlatEncoder(session: self, value: position, path: path, level: level + 1))
            }
        } catch {
            mayHaveLeftOut = true
            throw error
        }
        if let failure { throw failure }
        return position
    }

    /// Lets encoding fail because of a container at a path.
    func noteExcessiveDepth(at path: CodingKeyPath?) {
        if failure == nil { failure = depthExceeded(at: path) }
    }

    /// Lets encoding fail because a value at a path is encoded in two ways.
    func noteTwoKinds(at path: CodingKeyPath?) {
        guard failure == nil else { return }
        failure = CyclicCodingError(
            .misuse,
            """
            A value is encoded in two ways: with keys, as an array, or as a single value. Request one kind of container. A \
            type with a version must have fields.
            """, codingPath: CodingPath(path))
    }

    private func depthExceeded(at path: CodingKeyPath?) -> any Error {
        mayHaveLeftOut = true
        return CyclicCodingError(
            .depthExceeded,
            """
            Values are nested more than \(Self.maximumDepth) deep. Nesting through class instances has no such limit: make \
            the recursive part a class.
            """, codingPath: CodingPath(path))
    }

    /// Adds a key to fields, or returns its index if it exists already.
    ///
    /// - Parameter isNew: Whether the fields are known not to have the key.
    @inline(__always)
    func addKey(_ key: String, to position: UInt32, isNew: Bool = false) -> Int? {
        var fields = values[position]
        let index = keys.append(key, to: &fields, isNew: isNew)
        values[position] = fields
        if index != nil { mayHaveLeftOut = true }
        return index
    }

    // MARK: References

    /// Runs a closure that encodes an object through a wrapping encoder, and marks the reference as one that breaks a
    /// cycle.
    func breaking(_ object: any AnyObject, _ encode: () throws -> Void) rethrows {
        let outer = objectOfBreaker
        objectOfBreaker = ObjectIdentifier(object)
        defer { objectOfBreaker = outer }
        try encode()
    }

    func reference<Object: Encodable & AnyObject>(
        to object: Object, _ strength: ReferenceStrength, at path: @autoclosure () -> CodingKeyPath?
    ) -> UInt32 {
        reference(to: object, ObjectIdentifier(object), strength, at: path())
    }

    private func reference<Object: Encodable>(
        to object: Object, _ id: ObjectIdentifier, _ strength: ReferenceStrength,
        at path: @autoclosure () -> CodingKeyPath?
    ) -> UInt32 {
        let (slot, isNew) = places.slot(
            for: UInt(bitPattern: id), newID: UInt32(truncatingIfNeeded: objects.count), isQueued: true)
        let place = Int(slot.pointee.id)
        if isNew {
            objects.append(EncounteredObject(object: object, referrer: current, path: path()))
        }
        if strength != .conditional, !objects[place].isQueued {
            objects[place].isQueued = true
            if !isNew {
                objects[place].referrer = current
                objects[place].path = path()
            }
            queue.append(place)
        }
        return values.add(FlatValue(.reference, UnresolvedReference(place: place, strength: strength).bits))
    }
}

/// An object of the graph. It is kept alive until the graph is flattened. Otherwise the address of a temporary object
/// could be reused, and a new object would be mistaken for it.
struct EncounteredObject {
    var object: any Encodable
    /// The object with the first reference to this one; `nil` for the root value.
    var referrer: Int?
    /// The path from the root to that reference.
    var path: CodingKeyPath?
    var isQueued = false
    /// The position of its contents.
    var position: UInt32 = 0
}

/// How a value refers to an object.
enum ReferenceStrength: UInt64 {
    case strong
    /// A reference of a cycle breaker.
    case breaking
    /// A reference of `encodeConditional`, which requires that something else encodes the object.
    case conditional
}

/// A reference in a graph that has not been flattened yet.
struct UnresolvedReference {
    let place: Int
    let strength: ReferenceStrength

    var bits: UInt64 { UInt64(place) << 2 | strength.rawValue }
}

extension UnresolvedReference {
    init(bits: UInt64) {
        self.init(place: Int(bits >> 2), strength: ReferenceStrength(rawValue: bits & 3) ?? .strong)
    }
}
