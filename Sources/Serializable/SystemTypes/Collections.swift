import CyclicCoding
import GraphCodable

/// An optional of any type, for casts.
protocol OptionalValue {
    associatedtype Wrapped
    init(wrapping value: Wrapped?)
    /// The optional that wraps nothing.
    static var none: Any { get }
    static var wrappedType: Any.Type { get }
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    static var none: Any { Self(wrapping: nil) as Any }
    static var wrappedType: Any.Type { Wrapped.self }

    init(wrapping value: Wrapped?) {
        self = value
    }

    var wrapped: Any? { self }
}

/// An optional is encoded as the value that it wraps, and needs no registration of its own.
extension Optional: Serializable where Wrapped: Serializable {
    /// Decodes the optional.
    public init(with coder: Decoder) throws {
        self = try coder.session.value(coder.content, as: Wrapped?.self, at: coder.path)
    }

    /// Encodes the optional.
    public func encode(with coder: Encoder) {
        coder.become(coder.session.tree(of: self, at: coder.path))
    }
}

/// An array of any type, for casts.
protocol ListValue {
    associatedtype Element
    static var elementType: Any.Type { get }
    init(list: [Element])
    /// The elements, if all of them can be encoded.
    var serializable: [any Serializable]? { get }
}

extension Array: ListValue {
    static var elementType: Any.Type { Element.self }

    init(list: [Element]) {
        self = list
    }

    var serializable: [any Serializable]? { self as? [any Serializable] }
}

extension Encoder {
    fileprivate func become(elements: some Sequence<some Serializable>) {
        become(.array(elements.enumerated().map { session.tree(of: $1, at: CodingKeyPath(path, IndexKey($0))) }))
    }
}

/// Register each combination that you serialize: `Array<Dog>.enableSerialization()`.
extension Array: Serializable where Element: Serializable {
    /// Decodes the elements.
    ///
    /// - Complexity: O(*n*) for *n* elements.
    public init(with coder: Decoder) throws {
        self = try coder.elements(of: Self.self).enumerated().map { try coder.element($1, $0) }
    }

    /// Encodes the elements.
    ///
    /// - Complexity: O(*n*) for *n* elements.
    public func encode(with coder: Encoder) {
        coder.become(elements: self)
    }
}

/// Register each combination that you serialize: `Set<String>.enableSerialization()`.
extension Set: Serializable where Element: Serializable {
    /// Decodes the elements.
    ///
    /// - Throws: The errors of the decoder; `malformed` if two elements are equal, or if too many have equal hashes.
    /// - Complexity: O(*n*) for *n* elements.
    public init(with coder: Decoder) throws {
        let elements: [Element] = try coder.elements(of: Self.self).enumerated().map { try coder.element($1, $0) }
        try coder.checkHashes(of: elements, in: Self.self) { $0 }
        self.init(elements)
        guard count == elements.count else { throw coder.equalElements(Self.self) }
        coder.session.noteHashes(of: elements, at: coder.path)
    }

    /// Encodes the elements, in no particular order.
    ///
    /// - Complexity: O(*n*) for *n* elements.
    public func encode(with coder: Encoder) {
        coder.become(elements: self)
    }
}

/// Register each combination that you serialize: `Dictionary<String, Dog>.enableSerialization()`.
extension Dictionary: Serializable where Key: Serializable, Value: Serializable {
    /// Decodes the keys and values.
    ///
    /// - Throws: The errors of the decoder; `typeMismatch` if a key has no value; `malformed` if two keys are equal, or if
    ///   too many have equal hashes.
    /// - Complexity: O(*n*) for *n* keys.
    public init(with coder: Decoder) throws {
        let elements = try coder.elements(of: Self.self)
        guard elements.count.isMultiple(of: 2) else {
            throw coder.session.mismatch(coder.content, Self.self, at: coder.path)
        }
        // All keys and values are decoded before the first key is hashed.
        let pairs: [(Key, Value)] = try stride(from: 0, to: elements.count, by: 2).map {
            (try coder.element(elements[$0], $0), try coder.element(elements[$0 + 1], $0 + 1))
        }
        try coder.checkHashes(of: pairs, in: Self.self) { $0.0 }
        self.init(pairs, uniquingKeysWith: { first, _ in first })
        guard count == pairs.count else { throw coder.equalElements(Self.self) }
        coder.session.noteHashes(of: pairs.map(\.0), at: coder.path)
    }

    /// Encodes each key followed by its value, in no particular order.
    ///
    /// - Complexity: O(*n*) for *n* keys.
    public func encode(with coder: Encoder) {
        var trees: [TreeValue] = []
        for (key, value) in self {
            trees.append(coder.session.tree(of: key, at: CodingKeyPath(coder.path, IndexKey(trees.count))))
            trees.append(coder.session.tree(of: value, at: CodingKeyPath(coder.path, IndexKey(trees.count))))
        }
        coder.become(.array(trees))
    }
}

extension Decoder {
    /// Throws an error if so many elements have equal hashes that comparing them would take too long.
    fileprivate func checkHashes<Element, Key: Hashable>(
        of elements: [Element], in type: Any.Type, by key: (Element) -> Key
    ) throws {
        guard let pairs = HashCollisions.count(elements, by: key),
            !session.allows(equalHashes: max(pairs - elements.count, 0))
        else { return }
        throw SerializableError(
            .malformed,
            "\(type) holds too many elements whose hashes are equal. The data is damaged, or made to take a long time.",
            at: path)
    }

    fileprivate func equalElements(_ type: Any.Type) -> any Error {
        // They may differ by what restored(with:) is still to set.
        guard !session.isRestoring else { return session.changedHashes(at: path) }
        return SerializableError(
            .malformed, "\(type) holds equal elements. The data is damaged, or == has changed since it was made.",
            at: path)
    }
}
