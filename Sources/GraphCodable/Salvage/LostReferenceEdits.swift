/// Finds the edits that a record needs so that none of its references requires a lost object.
///
/// A reference to a lost object becomes a conditional reference, which reads as nil if its type has a nil. If elements
/// are to be removed, such references that are elements of a sequence or belong to a pair of a map are removed instead,
/// and the counts are corrected.
struct LostReferenceEdits: ArchiveValueVisitor {
    /// Bytes that replace a range of bytes.
    struct Edit {
        let range: Range<UnsafeRawPointer>
        var bytes: [UInt8]
    }

    private enum Level {
        /// A composite, or anything else whose values cannot be removed.
        case fixed
        /// A prefix, which belongs to the value that follows it.
        case prefix
        case sequence(OpenCollection)
        case map(OpenCollection, Pair)
    }

    /// A sequence or a map that may lose elements.
    private struct OpenCollection {
        let tag: UInt8
        let position: UnsafeRawPointer
        let count: Int
        /// The index of the edit that corrects the count, which precedes those of the elements.
        let edit: Int
        var removedCount = 0
    }

    private struct Pair {
        var start: UnsafeRawPointer?
        var isKey = true
        var isLost = false
        /// The numbers of edits and of removed elements before those of this pair.
        var editCount = 0
        var removedCount = 0
    }

    private let isLost: [Bool]
    private let removesElements: Bool
    private var levels: [Level] = []
    /// The start of the value whose prefix was visited last.
    private var prefixStart: UnsafeRawPointer?
    /// The edits in ascending order. Edits that change nothing have an empty range and no bytes.
    private(set) var edits: [Edit] = []
    private(set) var removedElementCount = 0

    init(isLost: [Bool], removesElements: Bool) {
        self.isLost = isLost
        self.removesElements = removesElements
    }

    mutating func visitLeaf(_ leaf: ArchiveLeaf) {
        beginValue(at: leaf.position)
        prefixStart = nil
    }

    mutating func visitReference(_ reference: ArchiveReference) {
        beginValue(at: reference.position)
        let start = prefixStart ?? reference.position
        prefixStart = nil
        guard isLost[Int(reference.id)] else { return }
        guard let holder = levels.lastIndex(where: { if case .prefix = $0 { false } else { true } }) else {
            return replace(reference)
        }
        switch levels[holder] {
        case .sequence(var collection) where removesElements:
            collection.removedCount += 1
            levels[holder] = .sequence(collection)
            edits.append(Edit(range: start..<reference.end, bytes: []))
            removedElementCount += 1
        case .map(let collection, var pair) where removesElements:
            pair.isLost = true
            levels[holder] = .map(collection, pair)
        default:
            replace(reference)
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
            correctCount(collection)
        case .map(var collection, var pair):
            endPair(&collection, &pair, at: position)
            correctCount(collection)
        case .fixed, .prefix, nil:
            break
        }
    }
}

extension LostReferenceEdits {
    /// Records where the keys of maps begin.
    private mutating func beginValue(at position: UnsafeRawPointer) {
        guard let last = levels.indices.last, case .map(var collection, var pair) = levels[last] else { return }
        if pair.isKey {
            endPair(&collection, &pair, at: position)
            pair = Pair(start: position, editCount: edits.count, removedCount: removedElementCount)
        }
        pair.isKey.toggle()
        levels[last] = .map(collection, pair)
    }

    /// Removes the pair that ends here, if its key or value is a lost object.
    private mutating func endPair(_ collection: inout OpenCollection, _ pair: inout Pair, at position: UnsafeRawPointer)
    {
        guard pair.isLost, let start = pair.start else { return }
        edits.removeSubrange(pair.editCount...)
        edits.append(Edit(range: start..<position, bytes: []))
        collection.removedCount += 1
        removedElementCount = pair.removedCount + 1
        pair.isLost = false
    }

    private mutating func beginCollection(_ tag: UInt8, _ count: Int, _ position: UnsafeRawPointer) -> OpenCollection {
        edits.append(Edit(range: position..<position, bytes: []))
        return OpenCollection(tag: tag, position: position, count: count, edit: edits.count - 1)
    }

    private mutating func correctCount(_ collection: OpenCollection) {
        guard collection.removedCount > 0 else { return }
        let size = 1 + Varint.bytes(of: collection.count).count
        edits[collection.edit] = Edit(
            range: collection.position..<collection.position + size,
            bytes: [collection.tag] + Varint.bytes(of: collection.count - collection.removedCount))
    }

    private mutating func replace(_ reference: ArchiveReference) {
        edits.append(
            Edit(
                range: reference.position..<reference.end,
                bytes: [Tag.conditionalReference] + Varint.bytes(of: reference.id)))
    }
}
