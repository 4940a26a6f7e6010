/// Determines which records of a damaged archive are intact.
struct SalvageSurvey: Sendable {
    let storage: ArchiveStorage
    private(set) var isLost: [Bool]
    private(set) var keptCounts: [UInt64]
    private(set) var lostObjectCount = 0
    private(set) var lostObjects: [GraphSalvage.LostObject] = []
    private(set) var lostReferenceCount = 0
    private(set) var isRootLost = false

    /// Opens an archive. Its structure must be intact, except for the header, whose contents are known.
    static func open(
        _ bytes: [UInt8], _ lostRanges: [Range<Int>], policy: GraphDecodingPolicy
    ) throws(GraphCodableError) -> ArchiveStorage {
        let header = 0..<ArchiveFormat.headerSize
        var bytes = bytes
        if lostRanges.contains(where: { $0.overlaps(header) }), bytes.count >= header.count {
            bytes.replaceSubrange(header, with: ArchiveFormat.header)
        }
        guard !lostRanges.contains(where: { $0.upperBound > bytes.count - ArchiveFormat.minimumTrailerSize }) else {
            throw .structureIsLost(at: bytes.count, .truncated)
        }
        let layout: ArchiveLayout
        do throws(GraphCodableError) {
            layout = try bytes.withUnsafeBufferPointer { (bytes) throws(GraphCodableError) in
                try ArchiveLayout(UnsafeRawBufferPointer(bytes))
            }
        } catch  where error.code == .truncated || error.code == .malformed {
            throw .structureIsLost(at: bytes.count, error.code)
        }
        let structure = layout.recordTable.lowerBound..<bytes.count
        if let lost = lostRanges.first(where: { $0.overlaps(structure) }) {
            throw .structureIsLost(at: max(lost.lowerBound, structure.lowerBound), .malformed)
        }
        // Objects that exceed these limits are not lost. Decoding the salvaged archive will report them.
        var policy = policy
        policy.maximumElementCount = .max
        policy.maximumDepth = .max
        return try ArchiveStorage(bytes, policy: policy)
    }

    /// - Parameters:
    ///   - storage: The archive.
    ///   - lostRanges: The ranges of lost bytes.
    ///   - maximumListedObjectCount: The maximum number of lost objects to describe.
    init(
        _ storage: ArchiveStorage, _ lostRanges: [Range<Int>], _ maximumListedObjectCount: Int
    ) throws(GraphCodableError) {
        self.storage = storage
        isLost = Array(repeating: false, count: storage.records.count)
        keptCounts = Array(repeating: 0, count: storage.directory.types.count)
        try storage.withWalker { (walker) throws(GraphCodableError) in
            findLost(walker, Self.joined(lostRanges), maximumListedObjectCount)
            try countKept(walker)
        }
    }

    private mutating func findLost(_ walker: ValueWalker, _ lostRanges: [Range<Int>], _ listed: Int) {
        var noCounts: [UInt64] = []
        for id in isLost.indices {
            guard let record = storage.record(id) else { continue }
            let firstLost = Self.firstLost(in: record, lostRanges)
            if firstLost == nil, (try? storage.verify(id..<id + 1, walker, addingTo: &noCounts)) != nil { continue }
            isLost[id] = true
            guard id > 0 else { continue }
            lostObjectCount += 1
            if lostObjects.count < listed {
                let readable = record.lowerBound..<(firstLost ?? record.upperBound)
                lostObjects.append(
                    GraphSalvage.LostObject(
                        id: UInt32(id), typeName: storage.typeName(ofRecord: readable, walker), byteRange: record))
            }
        }
    }

    /// Returns ranges of the same bytes in ascending order, of which no two overlap.
    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = joined.last, range.lowerBound < last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }

    /// Returns the first lost byte of a record.
    ///
    /// - Parameter lostRanges: The lost bytes, in ascending order, without overlaps.
    /// - Complexity: O(log *n*) for *n* lost ranges.
    static func firstLost(in record: Range<Int>, _ lostRanges: [Range<Int>]) -> Int? {
        var low = 0
        var high = lostRanges.count
        while low < high {
            let middle = (low + high) / 2
            if lostRanges[middle].upperBound <= record.lowerBound {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low < lostRanges.count, lostRanges[low].lowerBound < record.upperBound else { return nil }
        return max(lostRanges[low].lowerBound, record.lowerBound)
    }

    /// Counts the values in the remaining records.
    private mutating func countKept(_ walker: ValueWalker) throws(GraphCodableError) {
        var counter = Counter(directory: storage.directory, isLost: isLost)
        isRootLost = isLost[0]
        for id in isLost.indices where !isLost[id] {
            guard let record = storage.record(id) else { continue }
            let start = walker.archive + record.lowerBound
            _ = try walker.walk(from: start, to: start + record.count, visitor: &counter)
            if id == 0, _GraphReader.isReference(start.load(as: UInt8.self)) {
                isRootLost = counter.lostReferenceCount > 0
            }
        }
        keptCounts = counter.counts
        lostReferenceCount = counter.lostReferenceCount
    }

    /// Counts the composites of each type, and the references to lost objects.
    struct Counter: ArchiveValueVisitor {
        private let directory: ArchiveDirectory
        private let isLost: [Bool]
        private(set) var counts: [UInt64]
        private(set) var lostReferenceCount = 0

        init(directory: ArchiveDirectory, isLost: [Bool]) {
            self.directory = directory
            self.isLost = isLost
            counts = Array(repeating: 0, count: directory.types.count)
        }

        mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) {
            if case .composite(let shape, _) = container {
                counts[directory.shapes[shape].type] += 1
            }
        }

        mutating func visitReference(
            _ id: UInt32, isConditional: Bool, at position: UnsafeRawPointer
        ) {
            lostReferenceCount += isLost[Int(id)] ? 1 : 0
        }
    }
}

extension GraphCodableError {
    fileprivate static func structureIsLost(at offset: Int, _ code: Code) -> GraphCodableError {
        GraphCodableError(
            code,
            """
            The end of the archive is damaged or missing. It lists where each object lies, what its values are called \
            and of which types they are: without it no object can be found. Use a backup.
            """,
            byteOffset: offset)
    }
}
