/// Collects the references in what a collection hashes: in the elements of a set, or in the keys of a dictionary.
struct HashedReferences: ArchiveValueVisitor {
    private struct Level {
        let isMap: Bool
        /// Whether everything inside is hashed.
        let isHashed: Bool
        /// Whether the current value of a dictionary is a key.
        var isKey = false
    }

    private(set) var ids: [UInt32] = []
    /// The references that are not hashed, if the collections are somewhere inside the value.
    private(set) var otherIDs: [UInt32] = []
    private var levels: [Level] = []
    /// Whether the collections are somewhere inside the value. Arrays and sets look the same then.
    private let isInValue: Bool
    /// The number of references to collect. The walk ends at the next one.
    private let maximumCount: Int

    /// The number of references so far.
    var count: Int { ids.count + otherIDs.count }
    /// Whether the walk has ended, or would end, because there are too many.
    var isFull: Bool { count >= maximumCount }

    init(isInValue: Bool = false, maximumCount: Int) {
        (self.isInValue, self.maximumCount) = (isInValue, maximumCount)
    }

    /// Begins a value, and returns whether it is hashed.
    private mutating func beginValue() -> Bool {
        guard let last = levels.indices.last else { return false }
        if levels[last].isMap {
            levels[last].isKey.toggle()
        }
        return levels[last].isHashed || levels[last].isKey
    }

    mutating func visitLeaf(_ tag: UInt8, payload: UnsafeRawBufferPointer, at position: UnsafeRawPointer) {
        _ = beginValue()
    }

    mutating func visitReference(
        _ id: UInt32, isConditional: Bool, at position: UnsafeRawPointer
    ) throws(GraphCodableError) {
        let isHashed = beginValue()
        guard !isFull else { throw .tooManyReferences }
        if isHashed {
            ids.append(id)
        } else if isInValue {
            otherIDs.append(id)
        }
    }

    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) {
        let isCollection = levels.isEmpty || isInValue
        let isHashed = beginValue()
        switch container {
        case .sequence: levels.append(Level(isMap: false, isHashed: isHashed || isCollection))
        case .map: levels.append(Level(isMap: true, isHashed: isHashed))
        case .composite, .some, .typed: levels.append(Level(isMap: false, isHashed: isHashed))
        }
    }

    mutating func end(at position: UnsafeRawPointer) {
        levels.removeLast()
    }
}
