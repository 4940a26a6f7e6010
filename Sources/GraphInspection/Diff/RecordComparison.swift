import GraphCodable

/// Compares the records of matched objects, value by value.
struct RecordComparison {
    private let graphs: Sides<ObjectGraph>
    private let names: NameNumbering
    private let equality: ValueEquality
    private let options: GraphDiffOptions
    /// The current records.
    private var records: Sides<FingerprintedRecord>
    /// The current records if they contain maps, with fingerprints that depend on the order of elements.
    private var orderedRecords: Sides<FingerprintedRecord>
    /// The way from the records' values to the ones inside them that are compared now.
    private var path: [Step] = []
    private var changes: [ValueChange] = []
    /// The number of changes, described or not.
    private var changeCount = 0
    /// Whether changes are described. Otherwise the first one ends the comparison of two objects.
    private var isDescribing = true
    private var isDifferent: Bool { changeCount > 0 }

    private enum Step {
        case element(Int)
        /// A field, by its value in one of the records.
        case field(Side, Int)
        /// The value of a pair, by its key in one of the records. The key may take long to show.
        case pair(Side, Int)
    }

    init(
        _ graphs: Sides<ObjectGraph>, _ names: NameNumbering, _ partners: Sides<[UInt32]>, _ options: GraphDiffOptions
    ) {
        self.graphs = graphs
        self.names = names
        equality = ValueEquality(graphs: graphs, names: names, partners: partners)
        self.options = options
        records = Sides { FingerprintedRecord(graphs[$0], names, side: $0) }
        orderedRecords = Sides { FingerprintedRecord(graphs[$0], names, side: $0, keepsOrder: true) }
    }

    /// Returns whether two matched objects differ.
    mutating func differs(_ pair: Sides<UInt32>) -> Bool {
        isDescribing = false
        return compare(pair)
    }

    /// Returns the first changes between two matched objects, and the number of all.
    mutating func changes(in pair: Sides<UInt32>) -> (listed: [ValueChange], count: Int) {
        isDescribing = true
        return compare(pair) ? (changes, changeCount) : ([], 0)
    }

    /// Compares two objects, up to the first change unless changes are described.
    private mutating func compare(_ pair: Sides<UInt32>) -> Bool {
        for side in Side.allCases { records[side].readValues(of: Int(pair[side])) }
        guard !equality.areSame(records.old.values, records.new.values) else { return false }
        changes = []
        changeCount = 0
        for side in Side.allCases {
            let partners = equality.partners[side]
            // Both sides identify an object by its number in the old archive.
            let reference = { side == .old ? UInt64($0) : UInt64(partners[$0]) }
            records[side].makeFingerprints(reference: reference)
            if records[side].values.contains(where: { $0.kind == .map }) {
                orderedRecords[side].read(Int(pair[side]), reference: reference)
            }
        }
        compareValues(0, 0)
        return isDifferent
    }

    // MARK: Differences

    /// Compares two values inside others. One of the archives may not have it.
    private mutating func compare(_ old: Int?, _ new: Int?, at step: Step) {
        path.append(step)
        compareValues(old, new)
        path.removeLast()
    }

    /// Compares two values, and recurses into nested values. Readers limit their depth.
    private mutating func compareValues(_ old: Int?, _ new: Int?) {
        guard isDescribing || !isDifferent else { return }
        guard let old, let new, equality.isSame(records.old.values[old], records.new.values[new]) else {
            return addChange(old, new)
        }
        switch records.old.values[old].kind {
        case .composite: compareFields(old, new)
        case .sequence: compareElements(old, new)
        case .map: comparePairs(old, new)
        case .some, .typed: compareValues(old + 1, new + 1)
        default: break
        }
    }

    private mutating func compareFields(_ old: Int, _ new: Int) {
        let fields = Sides { side in children(side, side == .old ? old : new).map(Int.init) }
        // Values without a key correspond by their order.
        let unkeyed = Sides { side in fields[side].filter { key(side, $0) == 0 } }
        for place in 0..<max(unkeyed.old.count, unkeyed.new.count) {
            let pair = unkeyed.map { place < $0.count ? $0[place] : nil }
            compare(pair.old, pair.new, at: .element(place))
        }
        let byKey = Sides { side in
            Dictionary(fields[side].map { (key(side, $0), $0) }, uniquingKeysWith: { first, _ in first })
        }
        for field in fields.old where key(.old, field) != 0 {
            compare(field, byKey.new[key(.old, field)], at: .field(.old, field))
        }
        for field in fields.new where key(.new, field) != 0 && byKey.old[key(.new, field)] == nil {
            compare(nil, field, at: .field(.new, field))
        }
    }

    /// Returns the common number of a value's key; 0 if it has none.
    private func key(_ side: Side, _ position: Int) -> UInt32 {
        names.keys[side][Int(records[side].values[position].key)]
    }

    private mutating func compareElements(_ old: Int, _ new: Int) {
        let oldElements = children(.old, old)
        let newElements = children(.new, new)
        let alignment = ElementAlignment(
            oldElements.count, newElements.count, { fingerprint(.old, Int(oldElements[$0])) },
            { fingerprint(.new, Int(newElements[$0])) })
        for (old, new) in alignment.changed {
            compare(Int(oldElements[old]), Int(newElements[new]), at: .element(new))
        }
        for place in alignment.removed { compare(Int(oldElements[place]), nil, at: .element(place)) }
        for place in alignment.added { compare(nil, Int(newElements[place]), at: .element(place)) }
        guard !options.ignoresOrder else { return }
        alignment.forEachEqual { old, new in
            compare(Int(oldElements[old]), Int(newElements[new]), at: .element(new))
        }
        if !alignment.keepsOrder, countChange() {
            changes.append(
                ValueChange(
                    path: pathText, old: DecimalText.counted(oldElements.count, "element"),
                    new: "\(DecimalText.counted(newElements.count, "element")) in another order"))
        }
    }

    private mutating func comparePairs(_ old: Int, _ new: Int) {
        let pairs = Sides { side in
            let children = children(side, side == .old ? old : new)
            return stride(from: 0, to: children.count - 1, by: 2).map {
                (key: Int(children[$0]), value: Int(children[$0 + 1]))
            }
        }
        var partners: [Int?] = Array(repeating: nil, count: pairs.old.count)
        var rest = Array(pairs.new.indices)
        // Keys such as [0, 1] and [1, 0] differ only in their order. Several keys that are NaN have the same fingerprint: those
        // with equal values come first.
        for (keepsOrder, includesValue) in [(true, true), (true, false), (false, true), (false, false)] {
            func name(_ side: Side, _ place: Int) -> UInt64 {
                let pair = pairs[side][place]
                let fingerprints = (keepsOrder ? orderedRecords : records)[side].fingerprints
                return Fingerprint.of(fingerprints[pair.key], includesValue ? fingerprints[pair.value] : 0)
            }
            var places = Dictionary(grouping: rest.reversed()) { name(.new, $0) }
            for place in partners.indices where partners[place] == nil {
                partners[place] = places[name(.old, place)]?.popLast()
            }
            rest = places.values.joined().sorted()
        }
        for (pair, partner) in zip(pairs.old, partners.map { $0.map { pairs.new[$0] } }) {
            let step = Step.pair(.old, pair.key)
            if let partner, !options.ignoresOrder {
                // Keys with equal fingerprints may contain lists in different order.
                compare(pair.key, partner.key, at: step)
            }
            compare(pair.value, partner?.value, at: step)
        }
        for place in rest { compare(nil, pairs.new[place].value, at: .pair(.new, pairs.new[place].key)) }
    }

    // MARK: Parts

    /// Returns the fingerprint of a value.
    private func fingerprint(_ side: Side, _ position: Int) -> UInt64 { records[side].fingerprints[position] }

    /// Returns the positions of the values directly inside another one. There are fewer than 2³² values in memory.
    private func children(_ side: Side, _ container: Int) -> [UInt32] {
        records[side].values.children(of: container).map { UInt32(truncatingIfNeeded: $0) }
    }

    /// Adds a change of a value, which one of the archives may not have.
    private mutating func addChange(_ old: Int?, _ new: Int?) {
        if options.ignoresOrder, let old, let new, differOnlyInOrder(old, new) { return }
        guard countChange() else { return }
        let oldText = old.map { text(.old, $0, limit: options.maximumTextLength) }
        let newText = new.map { text(.new, $0, limit: options.maximumTextLength) }
        var notes = Sides(old: "", new: "")
        if let old, let new, oldText == newText { notes = hiddenDifference(Sides(old: old, new: new)) }
        changes.append(
            ValueChange(path: pathText, old: oldText.map { $0 + notes.old }, new: newText.map { $0 + notes.new }))
    }

    /// Returns what to add to the texts of two values if these are equal.
    private func hiddenDifference(_ pair: Sides<Int>) -> Sides<String> {
        let types = Sides { side in
            let value = records[side].values[pair[side]]
            let isOfType = value.kind == .composite || value.kind == .typed
            return isOfType ? " of type \(graphs[side].labels.longTypeName(value.number))" : ""
        }
        guard types.old == types.new else { return types }
        return Sides(old: "", new: noteOnDifference(records.old.values[pair.old], records.new.values[pair.new]))
    }

    private func noteOnDifference(_ old: ArchivedValue, _ new: ArchivedValue) -> String {
        // Objects of two archives may have the same number and name, and long values differ where they are cut.
        if new.isReference { return " (another object)" }
        return old.tag == new.tag || new.kind == .composite ? " (another value)" : " (in another form)"
    }

    private var pathText: String {
        path.reduce("") { path, step in
            switch step {
            case .element(let index): PathText.appending("[\(index)]", to: path)
            case .field(let side, let field):
                PathText.field(graphs[side].labels.keyName(records[side].values[field].key), of: path)
            case .pair(let side, let key): PathText.appending("[\(text(side, key, limit: 32))]", to: path)
            }
        }
    }

    /// Whether the next change is described.
    private var listsChanges: Bool { isDescribing && changes.count < options.maximumListedCount }

    /// Counts a change. Returns whether to describe it.
    private mutating func countChange() -> Bool {
        changeCount += 1
        return listsChanges
    }

    /// Returns whether two packed arrays have the same elements in different order, as sets of numbers may.
    private func differOnlyInOrder(_ old: Int, _ new: Int) -> Bool {
        let (oldValue, newValue) = (records.old.values[old], records.new.values[new])
        guard oldValue.kind == .packed, newValue.kind == .packed else { return false }
        return fingerprint(.old, old) == fingerprint(.new, new)
    }

    /// Returns a value in one line; for a reference, the title of the object.
    private func text(_ side: Side, _ position: Int, limit: Int) -> String {
        let value = records[side].values[position]
        if value.isReference, graphs[side].contains(UInt32(clamping: value.number)) {
            return "→ \(graphs[side].title(of: UInt32(clamping: value.number)))"
        }
        return ValueText(labels: graphs[side].labels, limit: limit).text(of: position, in: records[side].values)
    }
}
