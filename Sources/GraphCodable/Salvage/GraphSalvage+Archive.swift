extension GraphSalvage {
    /// A sound archive of what is left.
    ///
    /// The records of whole objects keep their numbers and their bytes, but for references to lost objects, which become
    /// references to nothing. A root that is lost, and that no other one is named for, is nil in the new archive.
    ///
    /// - Parameters:
    ///   - lostReferences: What becomes of references to lost objects.
    ///   - root: The number of the object that is to be the root; `nil` for the root that was.
    ///   - keepsPartialObjects: Whether to keep objects of which the beginning is left. Their values from the first lost byte
    ///     on are nil, so that they can be decoded only where all of these are optional.
    /// - Returns: The archive, and the number of elements that were taken out of collections.
    /// - Throws: ``GraphCodableError`` with the code `misuse` when `root` is lost or was never there.
    /// - Complexity: O(*n*) for *n* bytes, and O(*r* log *r*) for *r* objects.
    public func archive(
        lostReferences: LostReferences = .readAsNil, root: UInt32? = nil, keepsPartialObjects: Bool = false
    ) throws(GraphCodableError) -> (bytes: [UInt8], removedElementCount: Int) {
        let partial = keepsPartialObjects ? partialRecords() : [:]
        if let root, !isWhole(root), partial[root] == nil {
            throw GraphCodableError(
                .misuse,
                "Object \(root) cannot be the root of what was recovered: it is lost, or the archive never had it.")
        }
        if isComplete, root == nil {
            return (storage.withBytes { Array($0) }, 0)
        }
        return try storage.withBytes { (archive) throws(GraphCodableError) in
            var writer = SalvageWriter(self, archive, partial, removesElements: lostReferences == .removed)
            try writer.write(root: root)
            return (writer.finish(), writer.removedElementCount)
        }
    }
}
