/// Writes a line for each value, and each record inside the first value that refers to it.
///
/// Records that would be nested too deeply are listed separately, after the root.
struct DumpVisitor: ArchiveTextVisitor {
    /// A value that contains other values.
    private enum Level {
        case list
        /// A dictionary. `isKey` is whether the next value is a key.
        case map(isKey: Bool)
        /// A prefix, which is shown on the line of the value that follows it.
        case prefix
        /// A record, and what to return to after it.
        case record(outer: UInt32, binaryCount: Int)
        /// The list with the value of an object that is itself a reference. It ends with its record.
        case listOfRecord
    }

    private let records: ArchiveRecords
    private let options: GraphDumpOptions
    private let descriptions: BinaryDescriptions?
    private var indentation = ""
    /// The beginning of the next line, if it is already known.
    private var lead: String?
    private var someCount = 0
    private var namedType: Int?
    private var nested: UInt32?
    /// The number of the next value's key, or 0 if it has none.
    private var key: UInt32 = 0
    // The beginnings of lines by key, the names of types, and what values may be.
    private let leads: [String]
    private let typeNames: [String]
    private let isDateByKey: [Bool]
    private let isColorByShape: [Bool]

    var output: BatchedOutput<UInt8>
    private var levels: [Level] = []
    /// The record that is being visited.
    private var record: UInt32 = 0
    /// The number of binary values of the record that have been shown.
    private var binaryCount = 0
    /// The object whose value comes next.
    private var pendingRecord: UInt32?
    /// Whether an object has been shown, by ID.
    private var isShown: [Bool]
    /// The objects that were too deep to be shown where they are used.
    private var waiting: [UInt32] = []

    init(
        records: ArchiveRecords, options: GraphDumpOptions, descriptions: BinaryDescriptions?,
        output: BatchedOutput<UInt8>
    ) {
        self.records = records
        self.options = options
        self.descriptions = descriptions
        self.output = output
        isShown = Array(repeating: false, count: records.idCount)
        let directory = records.directory
        leads = directory.keys.enumerated().map { index, key in
            let name =
                options.resolvesKeys
                ? EscapedText.quoted(ValueFormatter.name(key, number: index + 1))
                : "KEY\(ValueFormatter.number(index + 1))"
            return "+ \(name): "
        }
        typeNames = directory.types.enumerated().map { options.typeName($1.readableName, number: $0) }
        isDateByKey = directory.keys.map(RecognizedValue.isDate)
        isColorByShape = directory.shapes.map { shape in
            let slots = UnsafeBufferPointer(
                start: shape.slots, count: min(shape.count, RecognizedValue.colorValueCount))
            return ["red", "green", "blue"].allSatisfy { part in slots.contains { $0.key == part } }
        }
    }

    // MARK: Records

    mutating func visitRecords(_ walker: ValueWalker) throws(GraphCodableError) {
        try show(0, walker)
        var next = 0
        while next < waiting.count {
            try showUnlessShown(waiting[next], walker)
            next += 1
        }
        // A valid archive has no unreachable records, but a dump hides nothing.
        for id in 1..<max(1, records.idCount) {
            try showUnlessShown(UInt32(id), walker)
        }
    }

    private mutating func showUnlessShown(_ id: UInt32, _ walker: ValueWalker) throws(GraphCodableError) {
        guard !isShown[Int(id)], records.byteRange(of: Int(id)) != nil else { return }
        isShown[Int(id)] = true
        pendingRecord = id
        try show(id, walker)
    }

    /// Shows a record and the records nested in it.
    private mutating func show(_ id: UInt32, _ walker: ValueWalker) throws(GraphCodableError) {
        var walkerLevels: [ValueWalker.Level] = []
        guard let range = enter(id) else { return }
        try walker.walk(over: range, levels: &walkerLevels, visitor: &self)
        try end(at: walker.archive)
    }

    private mutating func enter(_ id: UInt32) -> Range<Int>? {
        guard let range = records.byteRange(of: Int(id)) else { return nil }
        levels.append(.record(outer: record, binaryCount: binaryCount))
        (record, binaryCount) = (id, 0)
        return range
    }

    static var entersRecords: Bool { true }

    mutating func recordToEnter() -> Range<Int>? {
        guard let id = nested else { return nil }
        nested = nil
        return enter(id)
    }

    // MARK: Visits

    mutating func visitLeaf(_ leaf: ArchiveLeaf) throws(GraphCodableError) {
        if leaf.tag == Tag.nil {
            return try writeLine("NIL")
        }
        if leaf.tag == Tag.binary {
            let known = descriptions?.byRecord[record] ?? []
            let index = binaryCount
            binaryCount += 1
            return try writeLine("BIV", index < known.count ? known[index] : "<\(leaf.payload.count) bytes>")
        }
        try writeLine(
            "BIV",
            RecognizedValue.text(leaf.tag, leaf.payload, isDate: isDate)
                ?? ValueFormatter.value(leaf.tag, leaf.payload, limit: options.maximumTextLength))
    }

    mutating func visitReference(_ reference: ArchiveReference) throws(GraphCodableError) {
        if pendingRecord != nil {
            // The value of an object is itself a reference to another object.
            try beginLevel(.listOfRecord, "VAL")
        }
        let id = reference.id
        let isHere = !reference.isConditional && !isShown[Int(id)] && records.byteRange(of: Int(id)) != nil
        guard isHere, indentation.utf8.count < options.maximumNesting else {
            if isHere {
                waiting.append(id)
            }
            return try writeLine((reference.isConditional ? "PTC" : "PTS") + ValueFormatter.number(id))
        }
        isShown[Int(id)] = true
        lead = takeLead()
        pendingRecord = id
        nested = id
    }

    mutating func visitSlot(keyID: UInt32, at position: UnsafeRawPointer) {
        key = keyID
        lead = keyID == 0 ? "- " : leads[Int(keyID) - 1]
    }

    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) throws(GraphCodableError) {
        switch container {
        case .composite(let shape, _):
            let type = records.directory.shapes[shape].type
            let isClass = records.directory.types[type].isReference
            if isClass || options.showsValueTypes {
                namedType = type
            }
            try beginLevel(.list, isClass ? "REF" : "VAL", color(of: shape, at: position))
        case .sequence:
            try beginLevel(.list, "VAL")
        case .map:
            try beginLevel(.map(isKey: true), "VAL")
        case .some:
            lead = takeLead()
            someCount += 1
            levels.append(.prefix)
        case .typed(let type):
            lead = takeLead()
            namedType = type
            levels.append(.prefix)
        }
    }

    mutating func end(at position: UnsafeRawPointer) throws(GraphCodableError) {
        switch levels.popLast() {
        case .list, .map:
            try endList()
        case .listOfRecord:
            try endList()
            try end(at: position)
        case .record(let outer, let count):
            (record, binaryCount) = (outer, count)
        case .prefix, nil:
            break
        }
    }

    // MARK: Readable values

    private var isDate: Bool { key > 0 && isDateByKey[Int(key) - 1] }

    /// Reads ahead for the color that a composite stands for, if it does.
    private func color(of shape: Int, at position: UnsafeRawPointer) -> String? {
        guard isColorByShape[shape], let range = records.byteRange(of: Int(record)) else { return nil }
        return records.withWalker { walker in
            var reader = ArchivedValueReader(
                records, walker, output: BatchedOutput(limit: RecognizedValue.colorValueCount, nil))
            let end = walker.archive + range.upperBound
            guard (try? walker.walk(from: position, to: end, visitor: &reader)) != nil else { return nil }
            return records.color(0, in: reader.output.elements)
        }
    }

    // MARK: Lines

    private mutating func beginLevel(_ level: Level, _ mark: String, _ value: String? = nil) throws(GraphCodableError) {
        try writeLine(mark, value)
        levels.append(level)
        indentation += "\t"
    }

    private mutating func endList() throws(GraphCodableError) {
        indentation.removeLast()
        output.write(indentation)
        try endLine(".\n")
    }

    private mutating func endLine(_ text: String) throws(GraphCodableError) {
        output.write(text)
        if output.isFull {
            try output.passOn()
        }
    }

    private mutating func takeLead() -> String {
        key = 0
        if let known = lead {
            lead = nil
            return known
        }
        guard let last = levels.indices.last, case .map(let isKey) = levels[last] else { return "- " }
        levels[last] = .map(isKey: !isKey)
        return isKey ? "- " : ": "
    }

    private mutating func writeLine(_ mark: String, _ value: String? = nil) throws(GraphCodableError) {
        output.write(indentation)
        output.write(takeLead())
        for _ in 0..<someCount {
            output.write("SOME ")
        }
        someCount = 0
        output.write(mark)
        if let id = pendingRecord {
            output.write(ValueFormatter.number(id))
            pendingRecord = nil
        }
        if let type = namedType {
            output.write(" " + typeNames[type])
            namedType = nil
        }
        if let value {
            output.write(" " + value)
        }
        try endLine("\n")
    }
}
