/// The work of a session that only finds the order of elements.
///
/// Its bytes are compared, and never decoded: a set or dictionary within an element is written as the sorted bytes of what
/// it contains. So the work is linear in the depth of the sets, where encoding each set in its turn would double it at
/// each level.
struct Sorting {
    /// The number of objects behind an element that take part in the comparison.
    static let maximumObjectCount = 8
    /// The largest set or dictionary in these objects that takes part with more than its count. An object may lead to the
    /// one that has the set, so larger ones would make the work quadratic.
    static let maximumElementCount = 32

    /// The number of objects that are followed: for a set in such an object only one, the element itself.
    let followedObjectCount: Int
    /// The nesting depth of the element in the archive.
    let depth: Int
    /// Whether an object behind the element is being encoded, rather than the element.
    var isInObject = false
}

extension EncodingSession {
    /// An element or key with the bytes by which it is sorted.
    private struct Entry {
        let bytes: Bytes
        let index: Int
        /// Whether equal bytes leave open which of two comes first, because objects have an identity besides them.
        let leadsToObjects: Bool
    }

    /// Sorts the elements of a set, or the pairs of a dictionary, by what the elements or keys contain.
    ///
    /// - Throws: `notEncodable` if two cannot be distinguished by their contents; the errors of encoding them.
    /// - Complexity: O(*n* log *n*) for *n* bytes.
    func canonicalOrder<Item, Key: GEncodable>(of items: [Item], by key: (Item) -> Key) throws -> [Item] {
        guard items.count > 1 else { return items }
        let entries = try sortedEntries(of: items, by: key)
        // A sorter compares bytes, for which the order of equal ones does not matter.
        for (entry, next) in zip(entries, entries.dropFirst()) where sorting == nil && entry.leadsToObjects {
            guard entry.bytes == next.bytes else { continue }
            throw fail(
                .notEncodable,
                """
                Two elements or keys of type \(TypeNames.readableName(of: Key.self)) have the same contents, so a set or \
                dictionary of them has no canonical order. Give them something by which they differ, such as an id, or \
                encode an array.
                """)
        }
        return entries.map { items[$0.index] }
    }

    /// Writes what a set or dictionary contains in the form in which a sorter compares it.
    func encodeForSorting<Item, Key: GEncodable>(_ items: [Item], by key: (Item) -> Key) throws {
        try _writer.writeTag(Tag.sequence)
        _writer.storeVarint(UInt64(items.count))
        if let sorting, sorting.isInObject {
            guard sorting.followedObjectCount > 1, items.count <= Sorting.maximumElementCount else { return }
        }
        for entry in try sortedEntries(of: items, by: key) {
            try _writer.makeRoom()
            _writer.storeVarint(UInt64(entry.bytes.count))
            try entry.bytes.withUnsafeBytes { try _writer.writeBytes($0, owner: nil) }
        }
    }

    private func sortedEntries<Item, Key: GEncodable>(of items: [Item], by key: (Item) -> Key) throws -> [Entry] {
        var entries: [Entry] = []
        entries.reserveCapacity(items.count)
        if let kind = PackedKind(Key.self) {
            for (index, item) in items.enumerated() {
                entries.append(Entry(bytes: kind.sortableBytes(of: key(item)), index: index, leadsToObjects: false))
            }
        } else if Key.self == String.self, !state.pointee.stringsHaveIdentity {
            for (index, item) in items.enumerated() {
                let text = key(item) as? String ?? ""
                entries.append(Entry(bytes: Bytes(text.utf8), index: index, leadsToObjects: false))
            }
        } else {
            try encodeSeparately(items, by: key, into: &entries)
        }
        entries.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        return entries
    }

    /// Encodes each element as an archive of its own.
    private func encodeSeparately<Item, Key: GEncodable>(
        _ items: [Item], by key: (Item) -> Key, into entries: inout [Entry]
    ) throws {
        let depth = (sorting?.depth ?? 0) + state.pointee.depth + 1
        guard depth <= maximumDepth else {
            // The elements themselves would throw the same error.
            try enter()
            defer { state.pointee.depth &-= 1 }
            return try checkDepth()
        }
        guard hasRoom else {
            return try withMoreStack { try encodeSeparately(items, by: key, into: &entries) }
        }
        let sorter = self.sorter ?? makeSorter()
        self.sorter = sorter
        sorter.userInfo = userInfo
        let followedObjectCount = sorting?.isInObject == true ? 1 : Sorting.maximumObjectCount
        let outerPath = codingPath
        try callUserCode {
            for (index, item) in items.enumerated() {
                defer { sorter.end() }
                sorter.sorting = Sorting(followedObjectCount: followedObjectCount, depth: depth)
                do {
                    try sorter.run(key(item), sink: nil, descriptions: nil)
                    entries.append(
                        Entry(bytes: try sorter.makeBytes(), index: index, leadsToObjects: sorter.nextID > 1))
                } catch var error as GraphCodableError {
                    error.codingPath = CodingPath(outerPath.steps + error.codingPath.steps)
                    throw error
                }
            }
        }
    }
}

extension EncodingSession {
    private func makeSorter() -> EncodingSession {
        // Equal values have equal bytes, so they need no identity here.
        let options = options.subtracting([.tryHashableIdentityAtFirst, .tryHashableIdentityAtLast])
        return EncodingSession(Configuration(options: options, policy: policy))
    }
}

extension PackedKind {
    /// Returns bytes that are in the same order as the numbers.
    fileprivate func sortableBytes<Number>(of number: Number) -> Bytes {
        var bytes = withUnsafeBytes(of: number) { Bytes($0.prefix(stride).reversed()) }
        guard let first = bytes.first else { return bytes }
        switch self {
        case .bool, .uint8, .uint16, .uint32, .uint64, .uint128: break
        case .int8, .int16, .int32, .int64, .int128: bytes[0] = first ^ 0x80
        // Of negative numbers, the larger magnitude comes first.
        case .float16, .float32, .float64:
            bytes = first < 0x80 ? [first ^ 0x80] + bytes.dropFirst() : bytes.map { ~$0 }
        }
        return bytes
    }
}

extension _GraphWriter {
    /// Whether sets and dictionaries are written in canonical order.
    @inlinable var isCanonical: Bool { state.pointee.isCanonical }

    /// Returns the elements of a set, or the pairs of a dictionary, in the order in which they are to be written.
    ///
    /// - Parameters:
    ///   - items: The elements or pairs.
    ///   - key: Returns the element or the key of an item.
    @usableFromInline
    func ordered<Item, Key: GEncodable>(_ items: [Item], by key: (Item) -> Key) throws -> [Item] {
        guard isCanonical else { return items }
        return try withSession { try $0.canonicalOrder(of: items, by: key) }
    }

    /// Writes a set or dictionary for a comparison, if this is what the session does.
    ///
    /// - Parameters:
    ///   - items: The elements or pairs.
    ///   - content: Returns all that an item contains.
    /// - Returns: Whether it was written.
    @usableFromInline
    func encodeForSorting<Item, Content: GEncodable>(_ items: [Item], by content: (Item) -> Content) throws -> Bool {
        try withSession { session in
            guard session.sorting != nil else { return false }
            try session.encodeForSorting(items, by: content)
            return true
        }
    }
}
