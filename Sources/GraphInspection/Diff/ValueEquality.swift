import GraphCodable

/// Compares single values of two archives, without those inside them.
struct ValueEquality {
    let graphs: Sides<ObjectGraph>
    let names: NameNumbering
    /// For each object, the matching object of the other archive.
    let partners: Sides<[UInt32]>

    /// Returns whether two records have the same values in the same order, as is true for almost all objects.
    func areSame(_ old: [ArchivedValue], _ new: [ArchivedValue]) -> Bool {
        guard old.count == new.count else { return false }
        return withBytes { bytes in
            zip(old, new).allSatisfy { old, new in
                old.next == new.next && names.keys.old[Int(old.key)] == names.keys.new[Int(new.key)]
                    && isSame(old, new, bytes)
            }
        }
    }

    /// Returns whether two values are the same.
    func isSame(_ old: ArchivedValue, _ new: ArchivedValue) -> Bool {
        withBytes { isSame(old, new, $0) }
    }

    /// Calls a closure with the bytes of both archives.
    private func withBytes(_ body: (Sides<UnsafeRawBufferPointer>) -> Bool) -> Bool {
        graphs.old.records.withBytes { old in
            graphs.new.records.withBytes { new in body(Sides(old: old, new: new)) }
        }
    }

    private func isSame(_ old: ArchivedValue, _ new: ArchivedValue, _ bytes: Sides<UnsafeRawBufferPointer>) -> Bool {
        // Whether a reference is conditional makes no difference.
        if old.isReference, new.isReference {
            let partner = partners.old[old.number]
            guard partner == ObjectMatching.none else { return Int(partner) == new.number }
            // An object that was not archived has no identity to compare.
            return !graphs.old.contains(UInt32(old.number)) && !graphs.new.contains(UInt32(new.number))
        }
        guard old.kind == new.kind else { return false }
        switch old.kind {
        case .composite, .typed:
            return names.types.old[old.number] == names.types.new[new.number]
        case .sequence, .map, .some, .end:
            return true
        case .reference, .conditionalReference:
            // Compared above.
            return false
        case .nil, .boolean, .number, .string, .binary, .packed:
            return old.tag == new.tag
                && bytes.old[old.payloadStart..<old.end].elementsEqual(bytes.new[new.payloadStart..<new.end])
        }
    }
}
