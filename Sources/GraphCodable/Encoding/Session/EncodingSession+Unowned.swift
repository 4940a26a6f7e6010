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
        let count = inPlaceCount
        try encodeConditionalReference(object)
        let owner = state.pointee.frame.pointee.root.pointee.type
        guard inPlaceCount == count || isForReleasing else { throw isInPlace(type(of: object), key: key, of: owner) }
        guard let id = pendingID else { return }
        unowned.append(UnownedReference(id: id, key: key, target: type(of: object), owner: owner))
    }

    private func isInPlace(
        _ target: Any.Type, key: String, of owner: UnsafeMutablePointer<EncodedType>
    ) -> any Error {
        let owner = TypeNames.readableName(of: owner.pointee.metatype)
        return record(
            GraphCodableError(
                .notEncodable,
                """
                The unowned property '\(key)' of \(owner) refers to an object of class \(TypeNames.readableName(of: target)) that \
                is archived without an identity, so the archive could not be decoded: nothing would hold the object. Encode it \
                with an identity, or make the property weak.
                """,
                codingPath: CodingPath([.type(owner), .key(key)])))
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
