import GraphCodable

/// Collects the types of objects and the references between them, in memory that does not depend on the number of values.
struct ReferenceCollector {
    private let records: ArchiveRecords
    /// The object whose values are being added, and how many of them contain the next one.
    private var object = 0
    private var depth = 0
    /// The key of the field that contains the next value.
    private var field: UInt32 = 0
    private(set) var types: [Int32]
    private(set) var targets: ReferenceLists
    private(set) var isConditional: [Bool] = []
    private(set) var fieldKeys: [UInt32] = []
    private(set) var sources: [UInt32] = []
    private(set) var root: UInt32 = 0

    init(_ records: ArchiveRecords) {
        self.records = records
        targets = ReferenceLists(capacity: records.idCount)
        types = Array(repeating: ObjectGraph.noType, count: records.idCount)
    }

    mutating func run() throws(GraphCodableError) {
        do {
            try records.readPieces(isInNumericalOrder: true) { id, values in
                if id != object { begin(id) }
                for value in values { add(value) }
                guard UInt32(exactly: targets.elements.count) != nil else {
                    throw GraphCodableError(
                        .limitExceeded, "The archive has more than \(UInt32.max) references between objects.")
                }
            }
        } catch {
            // `add` throws none, so it is one of a record.
            throw error as? GraphCodableError ?? GraphCodableError(.malformed, "\(error)")
        }
        begin(records.idCount)
    }

    private mutating func begin(_ id: Int) {
        while targets.count < id { targets.endList() }
        (object, depth, field) = (id, 0, 0)
    }

    private mutating func add(_ value: ArchivedValue) {
        guard value.kind != .end else {
            depth -= 1
            return
        }
        if depth == 0 {
            if value.kind == .composite {
                types[object] = Int32(truncatingIfNeeded: value.number)
            } else if object == 0, value.kind == .reference {
                root = UInt32(truncatingIfNeeded: value.number)
            }
        } else if depth == 1 {
            field = value.key
        }
        if value.isContainer { depth += 1 }
        guard value.isReference, records.byteRange(of: value.number) != nil else { return }
        targets.append(UInt32(truncatingIfNeeded: value.number))
        isConditional.append(value.kind == .conditionalReference)
        fieldKeys.append(field)
        sources.append(UInt32(truncatingIfNeeded: object))
    }
}
