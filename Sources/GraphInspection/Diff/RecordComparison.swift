import GraphCodable

/// Compares the records of matched objects, value by value.
struct RecordComparison {
    private let graphs: [ObjectGraph]
    private let records: [ArchiveRecords]
    private let names: CommonNames
    private let partners: [[UInt32]]
    private let options: GraphDiffOptions
    // The current records of the old and the new archive.
    private var values: [[ArchivedValue]] = [[], []]
    private var prints: [ValueFingerprints]
    private var changes: [ValueChange] = []
    /// The number of changes, described or not.
    private var changeCount = 0
    /// Whether changes are described. Otherwise the first one ends the comparison of two objects.
    private var isDescribing = true
    private var isDifferent: Bool { changeCount > 0 }

    init(_ graphs: [ObjectGraph], _ names: CommonNames, _ partners: [[UInt32]], _ options: GraphDiffOptions) {
        self.graphs = graphs
        records = graphs.map(\.records)
        self.names = names
        self.partners = partners
        self.options = options
        prints = (0...1).map { ValueFingerprints(names, side: $0) }
    }

    /// Returns whether two matched objects differ.
    ///
    /// - Complexity: O(*n*) for *n* bytes of both records.
    mutating func differs(from old: UInt32, to new: UInt32) -> Bool {
        isDescribing = false
        return compare(old, new)
    }

    /// Returns the first changes between two matched objects, and the number of all.
    ///
    /// - Complexity: O(*n*) for *n* bytes of both records.
    mutating func changes(from old: UInt32, to new: UInt32) -> (listed: [ValueChange], count: Int) {
        isDescribing = true
        return compare(old, new) ? (changes, changeCount) : ([], 0)
    }

    /// Compares two objects, up to the first change unless changes are described.
    private mutating func compare(_ old: UInt32, _ new: UInt32) -> Bool {
        try? records[0].readValues(of: Int(old), into: &values[0])
        try? records[1].readValues(of: Int(new), into: &values[1])
        guard !isSame() else { return false }
        changes = []
        changeCount = 0
        for side in 0...1 {
            let partners = partners[side]
            records[side].withBytes { archive in
                prints[side].make(of: values[side], archive) { id in
                    guard id < partners.count else { return UInt64(id) }
                    // Both sides identify an object by its number in the old archive.
                    return side == 0 ? UInt64(id) : UInt64(partners[id])
                }
            }
        }
        compare(0, 0, at: "")
        return isDifferent
    }

    /// Whether both records have the same values in the same order, as is true for almost all objects.
    private func isSame() -> Bool {
        guard values[0].count == values[1].count else { return false }
        return records[0].withBytes { oldBytes in
            records[1].withBytes { newBytes in
                values[0].indices.allSatisfy { position in
                    let (old, new) = (values[0][position], values[1][position])
                    return old.next == new.next && names.keys[0][Int(old.key)] == names.keys[1][Int(new.key)]
                        && isSame(old, new, oldBytes, newBytes)
                }
            }
        }
    }

    /// Whether two values are the same, except for nested values.
    private func isSame(
        _ old: ArchivedValue, _ new: ArchivedValue, _ oldBytes: UnsafeRawBufferPointer,
        _ newBytes: UnsafeRawBufferPointer
    ) -> Bool {
        guard old.kind == new.kind else { return false }
        switch old.kind {
        case .reference, .conditionalReference:
            return refersToSame(old, new)
        case .composite, .typed:
            return names.types[0][old.number] == names.types[1][new.number]
        case .sequence, .map, .some, .end:
            return true
        case .nil, .boolean, .number, .string, .binary, .packed:
            return old.tag == new.tag
                && oldBytes[old.payloadStart..<old.end].elementsEqual(newBytes[new.payloadStart..<new.end])
        }
    }

    private func refersToSame(_ old: ArchivedValue, _ new: ArchivedValue) -> Bool {
        guard old.number < partners[0].count, new.number < partners[1].count else { return false }
        if partners[0][old.number] != ObjectMatching.none {
            return Int(partners[0][old.number]) == new.number
        }
        // An object that was not archived has no identity to compare.
        return records[0].byteRange(of: old.number) == nil && records[1].byteRange(of: new.number) == nil
    }

    // MARK: Differences

    /// Compares two values, and recurses into nested values. Readers limit their depth.
    private mutating func compare(_ old: Int, _ new: Int, at path: String) {
        guard isDescribing || !isDifferent else { return }
        let (oldValue, newValue) = (values[0][old], values[1][new])
        let isSame = records[0].withBytes { oldBytes in
            records[1].withBytes { newBytes in self.isSame(oldValue, newValue, oldBytes, newBytes) }
        }
        guard isSame else {
            if oldValue.isReference, newValue.isReference, refersToSame(oldValue, newValue) { return }
            return addChange(old, new, at: path)
        }
        switch oldValue.kind {
        case .composite: compareFields(old, new, at: path)
        case .sequence: compareElements(old, new, at: path)
        case .map: comparePairs(old, new, at: path)
        case .some, .typed: compare(old + 1, new + 1, at: path)
        default: break
        }
    }

    private mutating func compareFields(_ old: Int, _ new: Int, at path: String) {
        let oldFields = fields(0, old)
        let newFields = fields(1, new)
        let newPlaces = Dictionary(
            newFields.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        let oldNames = Set(oldFields.map(\.name))
        for field in oldFields {
            let inside = Self.join(path, field.text)
            if let place = newPlaces[field.name] {
                compare(field.position, newFields[place].position, at: inside)
            } else {
                addChange(field.position, nil, at: inside)
            }
        }
        for field in newFields where !oldNames.contains(field.name) {
            addChange(nil, field.position, at: Self.join(path, field.text))
        }
    }

    private struct Field {
        /// Identifies the field in the other archive: by its key, or by its place among the fields without a key.
        struct Name: Hashable {
            let key: UInt32
            let place: Int
        }
        let name: Name
        let position: Int
        let text: String
    }

    private func fields(_ side: Int, _ composite: Int) -> [Field] {
        var fields: [Field] = []
        var unkeyed = 0
        for position in children(side, composite) {
            let key = values[side][position].key
            let name = Field.Name(key: names.keys[side][Int(key)], place: key == 0 ? unkeyed : 0)
            fields.append(
                Field(name: name, position: position, text: key == 0 ? "\(unkeyed)" : graphs[side].keyName(key)))
            unkeyed += key == 0 ? 1 : 0
        }
        return fields
    }

    private mutating func compareElements(_ old: Int, _ new: Int, at path: String) {
        let oldElements = children(0, old)
        let newElements = children(1, new)
        let alignment = ElementAlignment(
            oldElements.map { prints[0].fingerprints[$0] }, newElements.map { prints[1].fingerprints[$0] })
        for (oldPlace, newPlace) in alignment.changed {
            compare(oldElements[oldPlace], newElements[newPlace], at: "\(path)[\(newPlace)]")
        }
        for place in alignment.removed {
            addChange(oldElements[place], nil, at: "\(path)[\(place)]")
        }
        for place in alignment.added {
            addChange(nil, newElements[place], at: "\(path)[\(place)]")
        }
        if !alignment.keepsOrder, !options.ignoresOrder {
            guard noteChange() else { return }
            changes.append(
                ValueChange(
                    path: path, old: "\(oldElements.count) elements",
                    new: "\(newElements.count) elements in another order"))
        }
    }

    private mutating func comparePairs(_ old: Int, _ new: Int, at path: String) {
        func pairs(_ side: Int, _ map: Int) -> [(key: Int, value: Int)] {
            let children = children(side, map)
            return stride(from: 0, to: children.count - 1, by: 2).map { (children[$0], children[$0 + 1]) }
        }
        let newPairs = pairs(1, new)
        let places = Dictionary(
            newPairs.enumerated().map { (prints[1].fingerprints[$1.key], $0) }, uniquingKeysWith: { first, _ in first })
        var found: Set<Int> = []
        for pair in pairs(0, old) {
            let text = "\(path)[\(text(0, pair.key, limit: 32))]"
            if let place = places[prints[0].fingerprints[pair.key]], found.insert(place).inserted {
                compare(pair.value, newPairs[place].value, at: text)
            } else {
                addChange(pair.value, nil, at: text)
            }
        }
        for (place, pair) in newPairs.enumerated() where !found.contains(place) {
            addChange(nil, pair.value, at: "\(path)[\(text(1, pair.key, limit: 32))]")
        }
    }

    // MARK: Parts

    /// Returns the positions of the values directly inside another one.
    private func children(_ side: Int, _ container: Int) -> [Int] {
        var positions: [Int] = []
        var next = container + 1
        while next < values[side][container].next {
            positions.append(next)
            next = values[side][next].next
        }
        return positions
    }

    private mutating func addChange(_ old: Int?, _ new: Int?, at path: String) {
        if let old, let new, isOrderAlone(old, new) {
            guard !options.ignoresOrder else { return }
        }
        guard noteChange() else { return }
        changes.append(
            ValueChange(
                path: path, old: old.map { text(0, $0, limit: options.maximumTextLength) },
                new: new.map { text(1, $0, limit: options.maximumTextLength) }))
    }

    /// Returns whether to describe the change.
    private mutating func noteChange() -> Bool {
        changeCount += 1
        return isDescribing && changes.count < options.maximumListedCount
    }

    /// Whether two packed arrays have the same elements in different order, as sets of numbers may.
    private func isOrderAlone(_ old: Int, _ new: Int) -> Bool {
        let (oldValue, newValue) = (values[0][old], values[1][new])
        guard oldValue.kind == .packed, newValue.kind == .packed, oldValue.tag == newValue.tag,
            oldValue.number == newValue.number, oldValue.number > 0
        else { return false }
        func elements(_ side: Int, _ value: ArchivedValue) -> [[UInt8]] {
            records[side].withBytes { archive in
                let bytes = archive[value.payloadStart..<value.end]
                let size = bytes.count / value.number
                return (0..<value.number).map { Array(bytes.dropFirst($0 * size).prefix(size)) }
                    .sorted { $0.lexicographicallyPrecedes($1) }
            }
        }
        return elements(0, oldValue) == elements(1, newValue)
    }

    /// Returns a value in one line; for a reference, the title of the object.
    private func text(_ side: Int, _ position: Int, limit: Int) -> String {
        let value = values[side][position]
        if value.isReference, graphs[side].contains(UInt32(clamping: value.number)) {
            return "→ \(graphs[side].title(of: UInt32(clamping: value.number)))"
        }
        return ValueText(graphs[side].text, limit: limit).text(of: position, in: values[side])
    }

    private static func join(_ path: String, _ name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }
}
