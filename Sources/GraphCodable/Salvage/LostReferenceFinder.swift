/// Finds what has to change in a record so that none of its references asks for a lost object.
///
/// A reference to a lost object becomes a conditional one, which reads as nil where its type has a nil. When elements are to
/// be removed, those of a sequence and the pairs of a map that are such a reference are taken out instead, and the counts
/// are put right.
struct LostReferenceFinder: ArchiveValueVisitor {
    /// Bytes that take the place of others.
    struct Edit {
        let range: Range<UnsafeRawPointer>
        var bytes: [UInt8]
    }

    private enum Level {
        /// A composite, or anything else whose values cannot be taken out.
        case fixed
        /// What stands before a value, and belongs to it.
        case prefix
        case sequence(Collection)
        case map(Collection, Pair)
    }

    /// A sequence or a map that may lose elements.
    private struct Collection {
        let tag: UInt8
        let position: UnsafeRawPointer
        let count: Int
        /// The place of the edit that puts the count right; it comes before those of the elements.
        let edit: Int
        var removedCount = 0
    }

    private struct Pair {
        var start: UnsafeRawPointer?
        var isKey = true
        var isLost = false
        /// The number of edits before those of this pair, and of elements that were taken out.
        var editCount = 0
        var removedCount = 0
    }

    private let isLost: [Bool]
    private let removesElements: Bool
    private var levels: [Level] = []
    /// Where the value began whose prefix was passed last.
    private var prefixStart: UnsafeRawPointer?
    /// In ascending order; those that change nothing are empty in range and bytes.
    private(set) var edits: [Edit] = []
    /// The number of elements and pairs that were taken out.
    private(set) var removedElementCount = 0

    init(isLost: [Bool], removesElements: Bool) {
        self.isLost = isLost
        self.removesElements = removesElements
    }

    mutating func visitLeaf(_ tag: UInt8, payload: UnsafeRawBufferPointer, at position: UnsafeRawPointer) {
        beginValue(at: position)
        prefixStart = nil
    }

    mutating func visitReference(
        _ id: UInt32, isConditional: Bool, at position: UnsafeRawPointer
    ) {
        beginValue(at: position)
        let start = prefixStart ?? position
        prefixStart = nil
        guard isLost[Int(id)] else { return }
        let end = position + Self.size(ofReferenceAt: position)
        guard let holder = levels.lastIndex(where: { if case .prefix = $0 { false } else { true } }) else {
            return replace(position..<end, id)
        }
        switch levels[holder] {
        case .sequence(var collection) where removesElements:
            collection.removedCount += 1
            levels[holder] = .sequence(collection)
            edits.append(Edit(range: start..<end, bytes: []))
            removedElementCount += 1
        case .map(let collection, var pair) where removesElements:
            pair.isLost = true
            levels[holder] = .map(collection, pair)
        default:
            replace(position..<end, id)
        }
    }

    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) {
        beginValue(at: position)
        switch container {
        case .some, .typed:
            prefixStart = prefixStart ?? position
            levels.append(.prefix)
            return
        case .composite:
            levels.append(.fixed)
        case .sequence(let count):
            levels.append(.sequence(beginCollection(Tag.sequence, count, position)))
        case .map(let count):
            levels.append(.map(beginCollection(Tag.map, count, position), Pair()))
        }
        prefixStart = nil
    }

    mutating func end(at position: UnsafeRawPointer) {
        switch levels.popLast() {
        case .sequence(let collection):
            putRight(collection)
        case .map(var collection, var pair):
            endPair(&collection, &pair, at: position)
            putRight(collection)
        case .fixed, .prefix, nil:
            break
        }
    }
}

extension LostReferenceFinder {
    /// Notes where the keys of maps begin.
    private mutating func beginValue(at position: UnsafeRawPointer) {
        guard let last = levels.indices.last, case .map(var collection, var pair) = levels[last] else { return }
        if pair.isKey {
            endPair(&collection, &pair, at: position)
            pair = Pair(start: position, editCount: edits.count, removedCount: removedElementCount)
        }
        pair.isKey.toggle()
        levels[last] = .map(collection, pair)
    }

    /// Takes out the pair that ends here, if a lost object is one of its two.
    private mutating func endPair(_ collection: inout Collection, _ pair: inout Pair, at position: UnsafeRawPointer) {
        guard pair.isLost, let start = pair.start else { return }
        edits.removeSubrange(pair.editCount...)
        edits.append(Edit(range: start..<position, bytes: []))
        collection.removedCount += 1
        removedElementCount = pair.removedCount + 1
        pair.isLost = false
    }

    private mutating func beginCollection(_ tag: UInt8, _ count: Int, _ position: UnsafeRawPointer) -> Collection {
        edits.append(Edit(range: position..<position, bytes: []))
        return Collection(tag: tag, position: position, count: count, edit: edits.count - 1)
    }

    private mutating func putRight(_ collection: Collection) {
        guard collection.removedCount > 0 else { return }
        let size = 1 + Varint.bytes(of: collection.count).count
        edits[collection.edit] = Edit(
            range: collection.position..<collection.position + size,
            bytes: [collection.tag] + Varint.bytes(of: collection.count - collection.removedCount))
    }

    private mutating func replace(_ range: Range<UnsafeRawPointer>, _ id: UInt32) {
        edits.append(Edit(range: range, bytes: [Tag.conditionalReference] + Varint.bytes(of: id)))
    }

    /// The size of a reference that has been walked over, so that all of it is there.
    private static func size(ofReferenceAt position: UnsafeRawPointer) -> Int {
        switch position.load(as: UInt8.self) {
        case Tag.reference13..<Tag.reference21: return 2
        case Tag.reference21..<Tag.nil: return 3
        case Tag.reference32: return 5
        default:
            var size = 2
            while position.load(fromByteOffset: size - 1, as: UInt8.self) >= 0x80 {
                size += 1
            }
            return size
        }
    }
}
