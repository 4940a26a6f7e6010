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
    /// The innermost container, and those around it. Most collections contain no others.
    private var level: Level?
    private var outerLevels: [Level] = []
    /// Whether the collections are somewhere inside the value. Arrays and sets look the same then.
    private let isInValue: Bool
    /// The number of references to collect. The walk ends at the next one.
    private let maximumCount: Int

    /// The number of references so far.
    var count: Int { ids.count + otherIDs.count }
    /// Whether the walk has ended, or would end, because there are too many.
    var isFull: Bool { count >= maximumCount }

    init(isInValue: Bool, maximumCount: Int) {
        (self.isInValue, self.maximumCount) = (isInValue, maximumCount)
    }

    /// Begins a value, and returns whether it is hashed.
    private mutating func beginValue() -> Bool {
        guard var level else { return false }
        if level.isMap {
            level.isKey.toggle()
            self.level = level
        }
        return level.isHashed || level.isKey
    }

    mutating func visitLeaf(_ leaf: ArchiveLeaf) {
        _ = beginValue()
    }

    mutating func visitReference(_ reference: ArchiveReference) throws(GraphCodableError) {
        let isHashed = beginValue()
        guard !isFull else { throw .tooManyReferences }
        if isHashed {
            ids.append(reference.id)
        } else if isInValue {
            otherIDs.append(reference.id)
        }
    }

    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) {
        let isCollection = level == nil || isInValue
        let isHashed = beginValue()
        if let level { outerLevels.append(level) }
        level =
            switch container {
            case .sequence: Level(isMap: false, isHashed: isHashed || isCollection)
            case .map: Level(isMap: true, isHashed: isHashed)
            case .composite, .some, .typed: Level(isMap: false, isHashed: isHashed)
            }
    }

    mutating func end(at position: UnsafeRawPointer) {
        level = outerLevels.popLast()
    }
}
