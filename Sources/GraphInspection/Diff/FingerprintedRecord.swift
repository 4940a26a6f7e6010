import GraphCodable

/// The values of an object's record, with a fingerprint of each.
///
/// Fingerprints don't depend on the order of elements and pairs, because sets and dictionaries have a different order each
/// time a program runs. Those that do depend on the order of elements tell keys and identities apart.
struct FingerprintedRecord {
    private let records: ArchiveRecords
    private let keys: [UInt32]
    private let types: [UInt32]
    /// Whether references and nil count for nothing, so that an object that lost references has the same fingerprint.
    private let ignoresReferences: Bool
    private let keepsOrder: Bool
    private(set) var values: [ArchivedValue] = []
    private(set) var fingerprints: [UInt64] = []

    /// - Parameters:
    ///   - ignoresReferences: Whether references and nil have the fingerprint 0, and containers of nothing else, too.
    ///   - keepsOrder: Whether the order of elements matters.
    init(
        _ graph: ObjectGraph, _ names: NameNumbering, side: Side, ignoresReferences: Bool = false,
        keepsOrder: Bool = false
    ) {
        records = graph.records
        self.keepsOrder = keepsOrder
        self.ignoresReferences = ignoresReferences
        keys = names.keys[side]
        types = names.types[side]
    }

    /// The fingerprint of the whole record; 0 if there is no such object, or if its record is not sound.
    var fingerprint: UInt64 { fingerprints.first ?? 0 }

    /// Reads the values of an object and computes their fingerprints.
    ///
    /// - Parameter reference: Returns the fingerprint of a reference to an object.
    mutating func read(_ id: Int, reference: (Int) -> UInt64) {
        readValues(of: id)
        makeFingerprints(reference: reference)
    }

    /// Reads the values of an object, without fingerprints.
    mutating func readValues(of id: Int) {
        try? records.readValues(of: id, into: &values)
    }

    mutating func makeFingerprints(reference: (Int) -> UInt64) {
        fingerprints.removeAll(keepingCapacity: true)
        fingerprints.append(contentsOf: repeatElement(0, count: values.count))
        records.withBytes { archive in
            // In reverse order, nested values come before their container.
            for position in values.indices.reversed() {
                fingerprints[position] = fingerprint(position, archive, reference)
            }
        }
    }

    private func fingerprint(
        _ position: Int, _ archive: UnsafeRawBufferPointer, _ reference: (Int) -> UInt64
    ) -> UInt64 {
        let value = values[position]
        if ignoresReferences, !hasContent(position) { return 0 }
        // Whether a reference is conditional makes no difference.
        let kind = value.kind == .conditionalReference ? .reference : value.kind
        var result = Fingerprint(UInt64(kind.rawValue))
        switch value.kind {
        case .reference, .conditionalReference:
            result.add(reference(value.number))
        case .composite:
            result.add(UInt64(types[value.number]))
            result.add(fieldSum(position))
        case .sequence where keepsOrder:
            for element in values.children(of: position) { result.add(fingerprints[element]) }
        case .sequence:
            result.add(sum(position))
        case .map:
            result.add(pairSum(position))
        case .some, .typed:
            result.add(value.kind == .typed ? UInt64(types[value.number]) : 0)
            result.add(position + 1 < values.count ? fingerprints[position + 1] : 0)
        case .packed where !keepsOrder:
            // Sets of numbers are packed, too.
            result.add(UInt64(value.tag))
            result.add(elementSum(value, archive))
        case .nil, .boolean, .number, .string, .binary, .packed, .end:
            result.add(UInt64(value.tag))
            result.add(UnsafeRawBufferPointer(rebasing: archive[value.payloadStart..<value.end]))
        }
        return result.value
    }

    /// Whether a value is, or contains, anything but references and nil.
    private func hasContent(_ position: Int) -> Bool {
        guard values[position].isContainer else {
            return !values[position].isReference && values[position].kind != .nil
        }
        return values.children(of: position).contains { fingerprints[$0] != 0 }
    }

    private func fieldSum(_ position: Int) -> UInt64 {
        var sum: UInt64 = 0
        var unkeyed: UInt64 = 0
        for child in values.children(of: position) {
            let key = values[child].key
            // Values with keys may be in any order.
            let place = key == 0 ? unkeyed << 32 : UInt64(keys[Int(key)])
            unkeyed += key == 0 ? 1 : 0
            if fingerprints[child] != 0 { sum &+= Fingerprint.of(place, fingerprints[child]) }
        }
        return sum
    }

    private func sum(_ position: Int) -> UInt64 {
        values.children(of: position).reduce(0) { $0 &+ fingerprints[$1] }
    }

    private func elementSum(_ array: ArchivedValue, _ archive: UnsafeRawBufferPointer) -> UInt64 {
        guard array.number > 0 else { return 0 }
        let size = (array.end - array.payloadStart) / array.number
        return (0..<array.number).reduce(into: UInt64(array.number)) { sum, index in
            let start = array.payloadStart + index * size
            var element = Fingerprint(0)
            element.add(UnsafeRawBufferPointer(rebasing: archive[start..<start + size]))
            sum &+= element.value
        }
    }

    private func pairSum(_ position: Int) -> UInt64 {
        var sum: UInt64 = 0
        var children = values.children(of: position)
        while let key = children.next(), let value = children.next() {
            sum &+= Fingerprint.of(fingerprints[key], fingerprints[value])
        }
        return sum
    }
}
