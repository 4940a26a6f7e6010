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
        if inPlaceCount != count, !isForReleasing {
            throw unownedError(
                """
                is archived without an identity, so the archive could not be decoded: nothing would hold the object. Encode it \
                with an identity, or make the property weak.
                """, key: key, target: type(of: object), owner: owner)
        }
        guard let id = pendingID else { return }
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
        throw unownedError(
            """
            nothing else archives, so the archive could not be decoded. Archive an object that holds it strongly, or make the \
            property weak.
            """, key: lost.key, target: lost.target, owner: lost.owner)
    }

    /// - Parameter problem: What is wrong with the object, and what to do.
    private func unownedError(
        _ problem: String, key: String, target: Any.Type, owner: UnsafeMutablePointer<EncodedType>
    ) -> any Error {
        let owner = TypeNames.readableName(of: owner.pointee.metatype)
        return record(
            GraphCodableError(
                .notEncodable,
                """
                The unowned property '\(key)' of \(owner) refers to an object of class \(TypeNames.readableName(of: target)) that \
                \(problem)
                """,
                codingPath: CodingPath([.type(owner), .key(key)])))
    }
}
