/// What distinguishes an object of a ``MarkedArchive``.
struct CanonicalObject {
    /// A hash of what the object contains, without other objects. It decides first, so that a change of one object
    /// does not move others.
    var contents: UInt64 = 0
    /// A hash that also depends on the objects to which this one leads.
    var surroundings: UInt64 = 0
}

/// Sorts the elements of sets and dictionaries in the records of a ``MarkedArchive``.
///
/// Elements are in the order of their ``CanonicalKey``s.
struct CanonicalOrder: ArchiveValueVisitor {
    /// The number of references after which objects are no longer compared.
    static let maximumDistance = 32

    /// The elements of a set or a dictionary that has not ended.
    private struct Group {
        /// The number of containers around the elements.
        let level: Int
        let valuesEach: Int
        var valuesLeft: Int
        var elementsLeft: Int
        let bytesStart: Int
        let keyStart: Int
        /// The index of the first element's end.
        let firstEnd: Int
    }

    /// The last record, without marks and with sorted elements.
    private(set) var bytes: [UInt8] = []
    /// The bytes and comparisons so far.
    private(set) var work = 0

    private let records: ArchiveRecords
    private let walker: ValueWalker
    private var objects: [CanonicalObject]
    /// Gives the objects their numbers in the canonical archive, once that is being written.
    var copier: RecordCopier?
    private let typeRanks: [UInt32]
    private let keyRanks: [UInt32]
    private var levels: [ValueWalker.Level] = []

    private var key = CanonicalKey()
    /// Whether the whole record has a key.
    private var comparesObjects = false
    private var tieCount = 0
    private var groups: [Group] = []
    private var byteEnds: [Int] = []
    private var keyEnds: [Int] = []
    /// The position up to which the record has been copied.
    private var copied: UnsafeRawPointer
    /// The keys of the containers that have not ended.
    private var path: [UInt32] = []
    private var keyID: UInt32 = 0
    private var recordType: Int?
    /// The error that elements cannot be distinguished. Of several, the one that is independent of their order.
    private var refusal: GraphCodableError?

    init(_ records: ArchiveRecords, _ walker: ValueWalker) {
        (self.records, self.walker, copied) = (records, walker, walker.archive)
        objects = Array(repeating: CanonicalObject(), count: records.idCount)
        let directory = records.directory
        typeRanks = Self.ranks(
            directory.types.map { "\($0.readableName)\0\($0.name ?? "")\0\($0.version)\0\($0.flags)" })
        keyRanks = Self.ranks(directory.keys)
    }

    /// Returns the positions of texts among all of them. Equal texts have the same.
    private static func ranks(_ texts: [String]) -> [UInt32] {
        let order = texts.indices.sorted { texts[$0].utf8.lexicographicallyPrecedes(texts[$1].utf8) }
        var ranks = [UInt32](repeating: 0, count: texts.count)
        for (position, index) in order.enumerated() where position > 0 {
            let last = order[position - 1]
            ranks[index] = texts[index].isExactly(texts[last]) ? ranks[last] : UInt32(position)
        }
        return ranks
    }

    // MARK: Records

    /// Sorts a record, whose result is in ``bytes``. Throws `notEncodable` if elements cannot be distinguished.
    mutating func sort(_ record: Range<Int>) throws(GraphCodableError) {
        bytes.removeAll(keepingCapacity: true)
        key.bytes.removeAll(keepingCapacity: true)
        (keyID, recordType) = (0, nil)
        copied = walker.archive + record.lowerBound
        var levels: [ValueWalker.Level] = []
        swap(&levels, &self.levels)
        try walker.walk(over: record, levels: &levels, visitor: &self)
        swap(&levels, &self.levels)
        copy(to: walker.archive + record.upperBound)
        work += record.count
        if let refusal { throw refusal }
    }

    /// Compares all objects: first by what they contain, then by the objects to which they refer, and so on. This ends when all
    /// elements of sets can be distinguished, when nothing changes any more, or after ``maximumDistance`` times.
    mutating func compareObjects() throws(GraphCodableError) {
        guard objects.count > 1 else { return }
        comparesObjects = true
        defer { comparesObjects = false }
        var classCount = 1
        for distance in 0..<Self.maximumDistance {
            tieCount = 0
            var hashes = [UInt64](repeating: 0, count: objects.count)
            for id in hashes.indices {
                guard let record = records.byteRange(of: id) else { continue }
                try sort(record)
                hashes[id] = key.hash
            }
            for (id, hash) in hashes.enumerated() {
                objects[id].surroundings = hash
                if distance == 0 { objects[id].contents = hash }
            }
            guard tieCount > 0 else { return }
            let count = Set(hashes).count
            guard count > classCount else { return }
            classCount = count
        }
    }

    // MARK: Elements

    static var readsMarks: Bool { true }

    mutating func visitMark(count: Int, valuesEach: Int, at position: UnsafeRawPointer, to end: UnsafeRawPointer) {
        copy(to: position)
        copied = end
        groups.append(
            Group(
                level: path.count, valuesEach: valuesEach, valuesLeft: valuesEach, elementsLeft: count,
                bytesStart: bytes.count, keyStart: key.bytes.count, firstEnd: byteEnds.count))
    }

    private mutating func copy(to position: UnsafeRawPointer) {
        bytes.append(contentsOf: UnsafeRawBufferPointer(start: copied, count: position - copied))
        copied = position
    }

    private mutating func endValue(at position: UnsafeRawPointer) throws(GraphCodableError) {
        let last = groups.count - 1
        guard last >= 0, groups[last].level == path.count else { return }
        groups[last].valuesLeft -= 1
        guard groups[last].valuesLeft == 0 else { return }
        copy(to: position)
        byteEnds.append(bytes.count)
        keyEnds.append(key.bytes.count)
        groups[last].valuesLeft = groups[last].valuesEach
        groups[last].elementsLeft -= 1
        if groups[last].elementsLeft == 0 {
            try sortElements(of: groups.removeLast())
        }
    }

    private mutating func sortElements(of group: Group) throws(GraphCodableError) {
        let byteRuns = ByteRuns(start: group.bytesStart, ends: Array(byteEnds[group.firstEnd...]))
        let keyRuns = ByteRuns(start: group.keyStart, ends: Array(keyEnds[group.firstEnd...]))
        byteEnds.removeLast(byteRuns.ends.count)
        keyEnds.removeLast(keyRuns.ends.count)
        work += key.bytes.count - group.keyStart
        let order = key.bytes.withUnsafeBytes { keyRuns.order(in: $0) }
        let tied = zip(order, order.dropFirst()).first {
            key.bytes[keyRuns[$0]] == key.bytes[keyRuns[$1]] && bytes[byteRuns[$0]] != bytes[byteRuns[$1]]
        }
        if let tied {
            tieCount += 1
            if !comparesObjects { refuse(bytes[byteRuns[tied.0]]) }
        }
        byteRuns.permute(&bytes, order)
        if hasKey {
            keyRuns.permute(&key.bytes, order)
        } else {
            key.bytes.removeLast(key.bytes.count - group.keyStart)
        }
    }

    // MARK: Values

    /// Whether the values that are being visited belong to a key.
    private var hasKey: Bool { comparesObjects || !groups.isEmpty }

    mutating func visitLeaf(_ leaf: ArchiveLeaf) throws(GraphCodableError) {
        if hasKey {
            key.appendLeaf(leaf.tag, leaf.payload)
        }
        try endValue(at: leaf.end)
    }

    mutating func visitReference(_ reference: ArchiveReference) throws(GraphCodableError) {
        if hasKey {
            key.appendReference(
                to: objects[Int(reference.id)], number: copier?.number(of: reference.id) ?? 0,
                isConditional: reference.isConditional)
        }
        try endValue(at: reference.end)
    }

    mutating func visitSlot(keyID: UInt32, at position: UnsafeRawPointer) {
        self.keyID = keyID
        // The first element of a set is in a slot that begins before the mark. So only a key is part of an element.
        if hasKey, keyID != 0 {
            key.append(.key, keyRanks[Int(keyID) - 1])
        }
    }

    mutating func visitAbsentKey(_ keyID: UInt32, at position: UnsafeRawPointer) {
        if hasKey {
            key.append(.absentKey, keyRanks[Int(keyID) - 1])
        }
    }

    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) {
        path.append(keyID)
        keyID = 0
        if recordType == nil, path.count == 1, case .composite(let shape, _) = container {
            recordType = records.directory.shapes[shape].type
        }
        guard hasKey else { return }
        switch container {
        case .composite(let shape, _): key.append(.composite, typeRanks[records.directory.shapes[shape].type])
        case .sequence(let count): key.append(.sequence, UInt64(count))
        case .map(let count): key.append(.map, UInt64(count))
        case .some: key.append(.some)
        case .typed(let type): key.append(.typed, typeRanks[type])
        }
    }

    mutating func end(at position: UnsafeRawPointer) throws(GraphCodableError) {
        path.removeLast()
        if hasKey {
            key.append(.end)
        }
        try endValue(at: position)
    }

    // MARK: Errors

    /// Notes that two elements cannot be distinguished.
    private mutating func refuse(_ element: ArraySlice<UInt8>) {
        let name = nameOfFirstObject(in: element).map { " of type \($0)" } ?? ""
        var steps = recordType.map { [CodingPath.Step.type(records.directory.types[$0].readableName)] } ?? []
        steps += path.compactMap(records.directory.key).map { .key($0) }
        let error = GraphCodableError(
            .notEncodable,
            """
            Elements of a set or a dictionary lead to different objects\(name) with the same contents, as far as \
            \(Self.maximumDistance) references away. So they have no canonical order. Give the objects something by which they \
            differ, such as an id, or encode an array.
            """, codingPath: CodingPath(steps))
        if refusal.map({ error.description < $0.description }) ?? true {
            refusal = error
        }
    }

    private func nameOfFirstObject(in element: ArraySlice<UInt8>) -> String? {
        var finder = FirstObject()
        return element.withUnsafeBytes { element in
            guard let start = element.baseAddress else { return nil }
            _ = try? walker.walk(from: start, to: start + element.count, visitor: &finder)
            guard let id = finder.id, let record = records.byteRange(of: Int(id)) else { return nil }
            return walker.typeOfComposite(record)?.readableName
        }
    }
}

/// Finds the first reference in a value.
private struct FirstObject: ArchiveValueVisitor {
    var id: UInt32?

    mutating func visitReference(_ reference: ArchiveReference) throws(GraphCodableError) {
        self.id = reference.id
        throw .walkMayEnd
    }
}
