/// The decoder that `init(from:)` receives.
final class FlatDecoder: Decoder {
    let session: RestoringSession
    let value: FlatValue
    let path: CodingKeyPath?
    /// The value, or the one to which it refers, once a container has been requested.
    @exclusivity(unchecked) private var content = FlatValue(.null)
    /// The keys of the fields.
    @exclusivity(unchecked) private(set) var keys = FieldKeys.empty
    /// The field that the program probably requests next. A right guess saves the search for the field.
    @exclusivity(unchecked) private var next: (index: Int, position: UInt32) = (0, 0)
    /// The positions of the fields, if there are many, once they are requested in another order.
    @exclusivity(unchecked) private var positions: ContiguousArray<UInt32> = []

    init(session: RestoringSession, value: FlatValue, path: CodingKeyPath?) {
        self.session = session
        self.value = value
        self.path = path
    }

    var codingPath: [any CodingKey] { session.codingPath(of: path) }

    var userInfo: [CodingUserInfoKey: Any] { session.visibleUserInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        content = try session.content(of: value, at: path)
        guard content.kind == .fields else {
            throw session.mismatch([String: Any].self, content, at: path)
        }
        try session.work.charge(session.values.ownSize(content), at: path)
        next = (0, content.first)
        keys = session.values.keys(content)
        try FoundationFieldCheck.check(FlatKeyedDecodingContainer(decoder: self), readWith: type)
        return session.codedTypes.containers(keyedBy: type).container(keyedBy: type, of: self)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        content = try session.content(of: value, at: path)
        return FlatUnkeyedDecodingContainer(
            decoder: self, elements: try session.checkedElements(of: content, at: path))
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        FlatSingleValueDecodingContainer(decoder: self)
    }

    func nested(_ value: FlatValue, _ key: any CodingKey) -> FlatDecoder {
        FlatDecoder(session: session, value: value, path: CodingKeyPath(path, key))
    }

    /// Returns the keys of the fields, and charges for creating and hashing them. The next charge throws the error.
    func allKeys<Key: CodingKey>() -> [Key] {
        session.work.add(keys.keys.count)
        session.work.add(cost: session.values.costOfKeys(content))
        return session.decodedKeys.keys(keys.keys, at: content.keys)
    }

    /// Returns the value for a key of the fields, or `nil` if there is none.
    @inline(__always)
    func field(_ key: String) -> FlatValue? {
        // Most types request their fields in the order in which they encode them.
        if next.index < keys.keys.count, keys.keys[next.index].isExactly(key) {
            return field(at: next.index, next.position)
        }
        return keys.index(of: key).map { field(at: $0, position(at: $0)) }
    }

    @inline(__always)
    private func field(at index: Int, _ position: UInt32) -> FlatValue {
        let value = session.values[position]
        next = (index &+ 1, value.next)
        return value
    }

    @inline(never)
    private func position(at index: Int) -> UInt32 {
        guard content.count > 16 else { return session.values.position(at: index, of: content) }
        if positions.isEmpty {
            session.values.forEach(in: content) { positions.append($0) }
        }
        return positions[index]
    }
}

/// The elements of an array, in order.
struct FlatElements {
    private let values: FlatValues
    private let numbers: FlatNumbers?
    let count: Int
    /// The index of the next element.
    private(set) var index = 0
    /// The position of the next element, if the array is not one of numbers.
    private var position: UInt32

    /// - Parameter array: An array of any kind.
    init(_ array: FlatValue, _ values: FlatValues) {
        self.values = values
        numbers = array.kind == .numbers ? values.numbers(array) : nil
        count = numbers?.count ?? Int(array.count)
        position = array.first
    }

    var isAtEnd: Bool { index >= count }

    /// The next element, if there is one.
    var next: FlatValue? {
        @inline(__always) get { !isAtEnd ? numbers?[index] ?? values[position] : nil }
    }

    /// Moves to the element after the next one.
    @inline(__always)
    mutating func advance() {
        if numbers == nil {
            position = values[position].next
        }
        index += 1
    }
}
