import GraphCodable

/// The place of a reference in the record that contains it.
struct ReferencePlace {
    /// The object to which the reference leads.
    let target: UInt32
    /// The common number of the key of the field that contains it; 0 for none.
    let field: UInt64
    /// Identifies the pair of a map that contains the reference, by the other half of the pair; 0 outside of maps. The order
    /// of pairs has no meaning.
    let pair: UInt64
    var isInMap: Bool { pair != 0 }

    /// Returns the references in a record, in its order.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - keys: The common numbers of keys.
    static func all(in record: FingerprintedRecord, keys: [UInt32]) -> [ReferencePlace] {
        let (values, fingerprints) = (record.values, record.fingerprints)
        var (fields, pairs) = (
            Array(repeating: UInt64(0), count: values.count), Array(repeating: UInt64(0), count: values.count)
        )
        var found: [ReferencePlace] = []
        // A container comes before what it contains.
        for position in values.indices {
            let value = values[position]
            if value.isReference {
                found.append(
                    ReferencePlace(
                        target: UInt32(clamping: value.number), field: fields[position], pair: pairs[position]))
            }
            guard value.isContainer else { continue }
            for child in values.children(of: position) {
                fields[child] = position == 0 ? UInt64(keys[Int(values[child].key)]) : fields[position]
                pairs[child] = pairs[position]
            }
            guard value.kind == .map else { continue }
            var map = Fingerprint(fields[position])
            map.add(pairs[position])
            var children = values.children(of: position)
            while let key = children.next(), let value = children.next() {
                pairs[key] = Fingerprint.of(map.value, fingerprints[value])
                pairs[value] = Fingerprint.of(~map.value, fingerprints[key])
            }
        }
        return found
    }

    /// Returns the objects to which the references in each place of both archives lead, each once for a place and in order.
    static func grouped(
        _ references: Sides<[ReferencePlace]>, by place: (ReferencePlace) -> UInt64
    ) -> [Sides<[UInt32]>] {
        var numbers: [UInt64: Int] = [:]
        var groups: [Sides<[UInt32]>] = []
        for side in Side.allCases {
            var seen: Set<UInt64> = []
            for reference in references[side] {
                let number = numbers[place(reference), default: groups.count]
                if number == groups.count {
                    numbers[place(reference)] = number
                    groups.append(Sides(old: [], new: []))
                }
                guard seen.insert(UInt64(number) << 32 | UInt64(reference.target)).inserted else { continue }
                groups[number][side].append(reference.target)
            }
        }
        return groups
    }
}
