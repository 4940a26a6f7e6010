import GraphCodable

extension GraphFile {
    /// The objects of one class in an open file, each of which is loaded when it is requested.
    ///
    /// Loading may throw an error, so this is no `Sequence`. After an error, the next call goes on with the next object.
    ///
    /// ```swift
    /// var pages = file.objects(of: Page.self)
    /// while let page = try pages.next() { print(page.title) }
    /// ```
    public struct Objects<Object: GDecodable & AnyObject> {
        private let archive: OpenArchive
        private let ids: ContiguousArray<UInt32>
        private var position = 0
        /// For each type of the archive, whether its objects are of the class, if that is known.
        private var isMatch: [Bool?]
        /// The maximum number of missing classes that are searched for before the first object.
        private static var maximumMissingCount: Int { 200 }
        /// How many objects of each type are left, by the counts of the archive. Empty before the first call.
        private var remainingCounts: [UInt64] = []
        /// The number of types of which objects are left.
        private var remainingTypeCount = 0

        init(_ archive: OpenArchive) {
            self.archive = archive
            ids = archive.idsInOrder
            isMatch = Array(repeating: nil, count: archive.summary.types.count)
        }

        /// Loads the next object.
        ///
        /// - Returns: The object, or `nil` after the last one.
        /// - Throws: The errors of ``nextID()`` and of ``GraphFile/object(_:as:)``.
        /// - Complexity: See ``GraphFile/object(_:as:)``. All calls together read each block once, if objects lead only to
        ///   objects nearby.
        public mutating func next() throws -> Object? {
            try nextID().map { try archive.object($0, as: Object.self) }
        }

        /// Finds the next object without loading it.
        ///
        /// - Returns: The number of the object, for ``GraphFile/object(_:as:)``, or `nil` after the last one.
        /// - Throws: `GraphCodableError`: `typeNotFound` or `typeNotAllowed` if the next object is of a class that the program
        ///   does not have or the policy does not allow, and which might be a subclass; `malformed`. ``GraphContainerError`` if a
        ///   block cannot be read.
        /// - Complexity: O(*n*) for *n* objects of other types, and O(*t*) for *t* types in the first call. All calls together
        ///   read each block once, up to the last object of the class. If there are none, no block is read, unless the program lacks
        ///   over 200 classes of the archive.
        public mutating func nextID() throws -> Int? {
            if remainingCounts.isEmpty { countMatches() }
            while position < ids.count, remainingTypeCount > 0 {
                let id = ids[position]
                position += 1
                guard let type = try archive.typeIndex(of: id), isMatch[type] != false else { continue }
                if remainingCounts[type] > 0 {
                    remainingCounts[type] -= 1
                    remainingTypeCount -= remainingCounts[type] == 0 ? 1 : 0
                }
                if try isOfClass(type, id) { return Int(id) }
            }
            return nil
        }

        /// Counts the objects of the types that are of the class, or might be. The program may lack a type, which is an error only
        /// when the first object of it is found.
        private mutating func countMatches() {
            var missingCount = 0
            remainingCounts = archive.summary.types.enumerated().map { index, type in
                // To search for a class that the program does not have takes up to a millisecond.
                guard type.count > 0, missingCount < Self.maximumMissingCount else { return type.count }
                isMatch[index] = try? archive.isType(index, of: 0, Object.self)
                missingCount += isMatch[index] == nil ? 1 : 0
                return isMatch[index] == false ? 0 : type.count
            }
            remainingTypeCount = remainingCounts.count { $0 > 0 }
        }

        private mutating func isOfClass(_ type: Int, _ id: UInt32) throws -> Bool {
            if let known = isMatch[type] { return known }
            let result = try archive.isType(type, of: id, Object.self)
            isMatch[type] = result
            if !result, remainingCounts[type] > 0 {
                remainingCounts[type] = 0
                remainingTypeCount -= 1
            }
            return result
        }
    }
}
