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
        /// How many objects are left to be found at most, from the counts of the types. Nothing behind the last one is read.
        private var remainingCount: Int?

        init(_ archive: OpenArchive) {
            self.archive = archive
            ids = archive.idsInOrder()
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
        /// - Complexity: O(*n*) for *n* objects of other types. All calls together read each block once, up to the last object
        ///   of the class. The archive has the count of each class, so if there are none, no block is read.
        public mutating func nextID() throws -> Int? {
            var remaining = remainingCount ?? countMatches()
            defer { remainingCount = remaining }
            while position < ids.count, remaining > 0 {
                let id = ids[position]
                position += 1
                guard let type = try archive.typeIndex(of: id), isMatch[type] != false else { continue }
                remaining -= 1
                if try isOfClass(type, id) { return Int(id) }
            }
            return nil
        }

        /// Returns how many objects are of the class, or might be: of a type that is not found there is an error once it is
        /// encountered.
        private mutating func countMatches() -> Int {
            var count = 0
            for (index, type) in archive.summary.types.enumerated() where type.count > 0 {
                isMatch[index] = try? archive.isType(index, of: 0, Object.self)
                // Counts may be wrong, but no archive has more objects than numbers.
                if isMatch[index] != false { count += Int(min(type.count, UInt64(ids.count))) }
            }
            return count
        }

        private mutating func isOfClass(_ type: Int, _ id: UInt32) throws -> Bool {
            if let known = isMatch[type] { return known }
            let result = try archive.isType(type, of: id, Object.self)
            isMatch[type] = result
            return result
        }
    }
}
