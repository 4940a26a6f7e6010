/// Writes a valid archive of what is left of a damaged one.
struct SalvageWriter: ~Copyable {
    private let salvage: GraphSalvage
    private let source: UnsafeRawBufferPointer
    private let treatment: GraphSalvage.LostReferences
    private var output: [UInt8]
    private var table = RecordTableBuilder()
    private var idCount: Int
    /// For each ID, whether references to it are those to lost objects.
    private var isLost: [Bool]
    private(set) var removedElementCount = 0

    init(_ salvage: GraphSalvage, _ source: UnsafeRawBufferPointer, treatment: GraphSalvage.LostReferences) {
        self.salvage = salvage
        self.source = source
        self.treatment = treatment
        output = ArchiveFormat.header
        output.reserveCapacity(source.count)
        idCount = salvage.isLost.count
        isLost = salvage.isLost
    }

    mutating func write(root: UInt32?) throws(GraphCodableError) {
        let records = salvage.records
        try findMoreLost()
        if let root {
            append(id: 0, Self.reference(to: root))
        } else if isLost[0] {
            append(id: 0, [Tag.nil])
        } else {
            try copyRecord(0)
        }
        // Write records in the order of their positions in the archive, which can differ from that of their IDs.
        for id in records.table.idsInOrder where !isLost[Int(id)] {
            try copyRecord(Int(id))
        }
        padRecordTable()
    }

    /// Adds what is to be treated as if it were lost: objects that were lost before the archive was written, and values that cannot
    /// be without what they lost.
    private mutating func findMoreLost() throws(GraphCodableError) {
        guard treatment != .readAsNil else { return }
        let records = salvage.records
        for id in isLost.indices.dropFirst() where records.byteRange(of: id) == nil { isLost[id] = true }
        guard treatment != .removed else { return }
        // Inner values mostly have higher numbers. A limit keeps the time linear where they do not.
        for _ in 0..<4 {
            var isDone = true
            for id in isLost.indices.dropFirst().reversed() where !isLost[id] {
                let walker = records.walker(of: source)
                guard let record = records.byteRange(of: id), walker.typeOfComposite(record)?.isReference == false
                else { continue }
                var finder = LostReferenceEdits(isLost: isLost, treatment: treatment)
                try walker.walk(over: record, visitor: &finder)
                guard finder.losesProperty else { continue }
                (isLost[id], isDone) = (true, false)
            }
            if isDone { return }
        }
    }

    /// Copies a record and replaces its references to lost objects.
    private mutating func copyRecord(_ id: Int) throws(GraphCodableError) {
        guard let record = salvage.records.byteRange(of: id) else { return }
        guard salvage.lostReferenceCount > 0 || salvage.hasReferencesToNothing else {
            return append(id: id, source[record])
        }
        let walker = salvage.records.walker(of: source)
        var finder = LostReferenceEdits(isLost: isLost, treatment: treatment)
        try walker.walk(over: record, visitor: &finder)
        removedElementCount += finder.removedElementCount
        let recordStart = output.count
        var copied = record.lowerBound
        for edit in finder.edits where !edit.range.isEmpty {
            output.append(contentsOf: source[copied..<edit.range.lowerBound - walker.archive])
            output.append(contentsOf: edit.bytes)
            copied = edit.range.upperBound - walker.archive
        }
        output.append(contentsOf: source[copied..<record.upperBound])
        table.append(id: UInt32(id), size: output.count - recordStart)
    }

    private mutating func append(id: Int, _ record: some Collection<UInt8>) {
        output.append(contentsOf: record)
        table.append(id: UInt32(id), size: record.count)
    }

    /// Adds a string as the last record if the remaining records have fewer bytes than the archive has IDs. Readers
    /// reject such archives, because they could make them reserve much memory for nothing.
    private mutating func padRecordTable() {
        let recordSize = output.count - ArchiveFormat.headerSize
        let missing = idCount - recordSize
        guard missing > 1, idCount <= ArchiveFormat.maximumIDCount else { return }
        var text = Array("\(salvage.lostObjectCount) objects were lost. This text takes up their room.".utf8)
        text += Array(repeating: UInt8(ascii: " "), count: max(0, missing - text.count))
        append(id: idCount, [Tag.string] + Varint.bytes(of: text.count) + text)
        idCount += 1
    }

    /// Writes the record table, the directory with the counts of the remaining values, and the trailer.
    mutating func finish() throws(GraphCodableError) -> [UInt8] {
        let tableOffset = output.count
        let counts = try countComposites()
        output += Varint.bytes(of: table.count) + Varint.bytes(of: idCount)
        output.append(contentsOf: table.bytes)
        let directoryOffset = output.count
        output.append(contentsOf: salvage.records.directory.bytes)
        for count in counts {
            output += Varint.bytes(of: count)
        }
        // The others may describe the records that were.
        output += ArchiveExtensions.bytes(
            of: salvage.records.extensions.filter { ArchiveExtensions.isOfProgram($0.key) })
        for size in [directoryOffset - tableOffset, output.count - directoryOffset] {
            output += Varint.bytes(of: size).reversed()
        }
        withUnsafeBytes(of: ArchiveFormat.endMark.littleEndian) {
            output.append(contentsOf: $0.prefix(ArchiveFormat.endMarkSize))
        }
        return output
    }

    /// Counts the composites of each type in the records that were written. Some were removed with their elements.
    private func countComposites() throws(GraphCodableError) -> [UInt64] {
        let directory = salvage.records.directory
        return try output.withUnsafeBufferPointer { (output) throws(GraphCodableError) in
            var counter = CompositeCounter(directory)
            guard let start = output.baseAddress.map({ UnsafeRawPointer($0) }) else { return counter.counts }
            let walker = ValueWalker(
                directory: directory, idCount: idCount, maximumDepth: .max, archive: start)
            let end = start + output.count
            var position = start + ArchiveFormat.headerSize
            while position < end {
                position = try walker.walk(from: position, to: end, visitor: &counter)
            }
            return counter.counts
        }
    }

    /// Returns a reference in its shortest form.
    private static func reference(to id: UInt32) -> [UInt8] {
        if id < 1 << 13 {
            return [Tag.reference13 + UInt8(id >> 8), UInt8(truncatingIfNeeded: id)]
        }
        if id < 1 << 21 {
            let low = [UInt8(truncatingIfNeeded: id), UInt8(truncatingIfNeeded: id >> 8)]
            return [Tag.reference21 + UInt8(id >> 16)] + low
        }
        return [Tag.reference32] + (0..<UInt32(4)).map { UInt8(truncatingIfNeeded: id >> (8 * $0)) }
    }
}
