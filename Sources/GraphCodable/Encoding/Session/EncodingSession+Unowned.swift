/// A reference whose object must have a record, because the property that held it cannot be empty.
struct UnownedReference {
    let id: UInt32
    let key: String
    let target: Any.Type
    /// The type that encoded the reference.
    let owner: UnsafeMutablePointer<EncodedType>
}

extension EncodingSession {
    /// Writes a conditional reference, and remembers that something else must archive its object.
    func encodeUnowned(_ object: any GEncodable & AnyObject, key: String) throws {
        // Only a reference without a record sets it.
        pendingID = nil
        try encodeConditionalReference(object)
        guard let id = pendingID else { return }
        let owner = state.pointee.frame.pointee.root.pointee.type
        unowned.append(UnownedReference(id: id, key: key, target: type(of: object), owner: owner))
    }

    /// Throws an error if the object of an unowned reference has no record.
    func checkUnowned() throws {
        guard !unowned.isEmpty, !isForReleasing else { return }
        var lostIDs = Set(unowned.map(\.id))
        for entry in queue.elements {
            lostIDs.remove(entry.id)
        }
        guard let lost = unowned.first(where: { lostIDs.contains($0.id) }) else { return }
        let owner = TypeNames.readableName(of: lost.owner.pointee.metatype)
        throw record(
            GraphCodableError(
                .notEncodable,
                """
                The unowned property '\(lost.key)' of \(owner) refers to an object of class \
                \(TypeNames.readableName(of: lost.target)) that nothing else archives, so the archive could not be decoded. \
                Archive an object that holds it strongly, or make the property weak.
                """,
                codingPath: CodingPath([.type(owner), .key(lost.key)])))
    }
}
