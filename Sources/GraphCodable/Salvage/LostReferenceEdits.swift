/// Finds the edits that a record needs so that none of its references requires a lost object.
///
/// A reference to a lost object becomes a conditional reference, which reads as nil if its type has a nil. If elements
/// are to be removed, those of a sequence and the pairs of a map that lose too much are removed instead, and the counts are
/// corrected.
struct LostReferenceEdits: ArchiveValueVisitor {
    /// Bytes that replace a range of bytes.
    struct Edit {
        let range: Range<UnsafeRawPointer>
        var bytes: [UInt8]
    }

    private enum Level {
        /// A composite, whose values cannot be removed.
        case composite(Element)
        /// A prefix, which belongs to the value that follows it. If it is a type, which a nil does not have, `start` is its place.
        case prefix(start: UnsafeRawPointer?)
        case collection(Collection)

        var isPrefix: Bool { if case .prefix = self { true } else { false } }
        var isComposite: Bool { if case .composite = self { true } else { false } }
        var isCollection: Bool { if case .collection = self { true } else { false } }
        /// Whether this is a map of whose pair the key is visited.
        var isAtKey: Bool {
            guard case .collection(let collection) = self else { return false }
            return collection.isMap && collection.element.valueCount == 1
        }
    }

    /// A sequence or a map that may lose elements.
    private struct Collection {
        let isMap: Bool
        let position: UnsafeRawPointer
        let count: Int
        /// The index of the edit that corrects the count, which precedes those of the elements.
        let edit: Int
        var element: Element
        var removedCount = 0
    }

    /// An element of a sequence, a pair of a map, or a composite.
    private struct Element {
        let start: UnsafeRawPointer
        /// The number of its values that have been visited or are being visited.
        var valueCount = 0
        var isLost = false
        /// The numbers of edits and of removed elements before those of this element.
        let editCount: Int
        let removedCount: Int
    }

    private let isLost: [Bool]
    private let treatment: GraphSalvage.LostReferences
    private var levels: [Level] = []
    /// The edits in ascending order. Edits that change nothing have an empty range and no bytes.
    private(set) var edits: [Edit] = []
    private(set) var removedElementCount = 0
    /// Whether a composite outside of collections refers to a lost object.
    private(set) var losesProperty = false

    init(isLost: [Bool], treatment: GraphSalvage.LostReferences) {
        self.isLost = isLost
        self.treatment = treatment
    }

    mutating func visitLeaf(_ leaf: ArchiveLeaf) {
        beginValue(at: leaf.position)
    }

    mutating func visitReference(_ reference: ArchiveReference) {
        beginValue(at: reference.position)
        guard isLost[Int(reference.id)] else { return }
        let start = startOfValue(at: reference.position)
        guard let index = levelToLoseElement, case .collection(var collection) = levels[index] else {
            loseProperty()
            edits.append(
                Edit(
                    range: start..<reference.end,
                    bytes: [Tag.conditionalReference] + Varint.bytes(of: reference.id)))
            return
        }
        collection.element.isLost = true
        levels[index] = .collection(collection)
    }

    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) {
        beginValue(at: position)
        switch container {
        case .some: levels.append(.prefix(start: nil))
        case .typed: levels.append(.prefix(start: position))
        case .composite: levels.append(.composite(element(at: startOfValue(at: position))))
        case .sequence(let count): beginCollection(isMap: false, count, position)
        case .map(let count): beginCollection(isMap: true, count, position)
        }
    }

    mutating func end(at position: UnsafeRawPointer) {
        switch levels.popLast() {
        case .collection(var collection):
            endElement(of: &collection, at: position)
            correctCount(collection)
        case .composite(let property) where property.isLost:
            edits.removeSubrange(property.editCount...)
            edits.append(Edit(range: property.start..<position, bytes: [Tag.nil]))
            removedElementCount = property.removedCount
        default: break
        }
    }
}

extension LostReferenceEdits {
    /// The level of the collection that loses an element because of a lost reference in the innermost level.
    private var levelToLoseElement: Int? {
        guard treatment != .readAsNil else { return nil }
        // A key without a part of it would be another key.
        if let map = levels.firstIndex(where: \.isAtKey) { return map }
        guard let holder = levels.lastIndex(where: { !$0.isPrefix }) else { return nil }
        guard treatment != .removed else { return levels[holder].isCollection ? holder : nil }
        let outer = levels[..<holder]
        guard levels[holder].isCollection else { return outer.lastIndex(where: \.isCollection) }
        let next = outer.lastIndex { !$0.isPrefix }
        return next.flatMap { levels[$0].isCollection ? $0 : nil } ?? holder
    }

    /// Notes a reference outside of collections, and the property that is to be nil because of it.
    private mutating func loseProperty() {
        guard !levels.contains(where: \.isCollection) else { return }
        losesProperty = true
        let values = levels.indices.filter { !levels[$0].isPrefix }.prefix(2)
        guard treatment == .removedWithProperty, values.count == 2, levels[values[0]].isComposite,
            case .composite(var property) = levels[values[1]]
        else { return }
        property.isLost = true
        levels[values[1]] = .composite(property)
    }

    /// Returns where the innermost value begins, of which a part begins at a position: at its type, if it has one.
    private func startOfValue(at position: UnsafeRawPointer) -> UnsafeRawPointer {
        if case .prefix(let start?) = levels.last { start } else { position }
    }

    /// Records where the elements of collections begin.
    private mutating func beginValue(at position: UnsafeRawPointer) {
        guard let last = levels.indices.last, case .collection(var collection) = levels[last] else { return }
        if !collection.isMap || collection.element.valueCount != 1 {
            endElement(of: &collection, at: position)
            collection.element = element(at: position)
        }
        collection.element.valueCount += 1
        levels[last] = .collection(collection)
    }

    private func element(at position: UnsafeRawPointer) -> Element {
        Element(start: position, editCount: edits.count, removedCount: removedElementCount)
    }

    /// Removes the element that ends here, if it is lost.
    private mutating func endElement(of collection: inout Collection, at position: UnsafeRawPointer) {
        let element = collection.element
        guard element.isLost else { return }
        edits.removeSubrange(element.editCount...)
        edits.append(Edit(range: element.start..<position, bytes: []))
        collection.removedCount += 1
        removedElementCount = element.removedCount + 1
    }

    private mutating func beginCollection(isMap: Bool, _ count: Int, _ position: UnsafeRawPointer) {
        let edit = edits.count
        edits.append(Edit(range: position..<position, bytes: []))
        let collection = Collection(
            isMap: isMap, position: position, count: count, edit: edit, element: element(at: position))
        levels.append(.collection(collection))
    }

    private mutating func correctCount(_ collection: Collection) {
        guard collection.removedCount > 0 else { return }
        let size = 1 + Varint.bytes(of: collection.count).count
        edits[collection.edit] = Edit(
            range: collection.position..<collection.position + size,
            bytes: [collection.isMap ? Tag.map : Tag.sequence]
                + Varint.bytes(of: collection.count - collection.removedCount))
    }
}
