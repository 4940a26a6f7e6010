extension GraphSalvage {
    /// Returns a valid archive of what is left.
    ///
    /// The records of intact objects keep their numbers and their bytes, except that references to lost objects become
    /// references to nothing. If the root is lost and you do not name another one, the root of the new archive is nil.
    ///
    /// - Parameters:
    ///   - lostReferences: How to treat references to lost objects.
    ///   - root: The number of the object to use as the root, or `nil` for the original root.
    /// - Returns: The archive, and the number of elements that were removed from collections.
    /// - Throws: ``GraphCodableError`` with the code `misuse` if `root` is lost or never existed.
    /// - Complexity: O(*n*) for *n* bytes, and O(*r* log *r*) for *r* objects.
    public func archive(
        lostReferences: LostReferences = .readAsNil, root: UInt32? = nil
    ) throws(GraphCodableError) -> (bytes: [UInt8], removedElementCount: Int) {
        if let root, !isWhole(root) {
            throw GraphCodableError(
                .misuse,
                "Object \(root) cannot be the root of what was recovered: it is lost, or the archive never had it.")
        }
        // Only the counts of the directory can be wrong if each record is intact.
        if isComplete, root == nil, keptCounts == summary.types.map(\.count),
            lostReferences == .readAsNil || !hasReferencesToNothing
        {
            return (records.withBytes { Array($0) }, 0)
        }
        return try records.withBytes { (archive) throws(GraphCodableError) in
            var writer = SalvageWriter(self, archive, treatment: lostReferences)
            try writer.write(root: root)
            return (try writer.finish(), writer.removedElementCount)
        }
    }
}
