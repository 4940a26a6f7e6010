/// Writes a line for each value that a walk visits.
struct DumpVisitor: ArchiveValueVisitor {
    /// A value that contains other values.
    enum Level {
        case list
        /// A dictionary. `isKey` is whether the next value is a key.
        case map(isKey: Bool)
        /// A prefix, which is shown on the line of the value that follows it.
        case prefix
    }

    private let storage: ArchiveStorage
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
    // The beginnings of lines by key, the names of types, and what values may be, created when they are first needed.
    private var leads: [String?]
    private var typeNames: [String?]
    private var isDateByKey: [Bool?]
    private var isColorByShape: [Bool?]

    var text = ""
    private(set) var levels: [Level] = []
    /// The record that is being visited.
    var record: UInt32 = 0
    /// The number of binary values of the record that have been shown.
    var binaryCount = 0
    /// The object whose value comes next.
    var pendingRecord: UInt32?
    /// Whether an object has been shown, by ID.
    var isShown: [Bool]
    /// The objects that were too deep to be shown where they are used.
    private(set) var waiting: [UInt32] = []

    init(storage: ArchiveStorage, options: GraphDumpOptions, descriptions: BinaryDescriptions?) {
        self.storage = storage
        self.options = options
        self.descriptions = descriptions
        isShown = Array(repeating: false, count: storage.records.count)
        leads = Array(repeating: nil, count: storage.directory.keys.count)
        typeNames = Array(repeating: nil, count: storage.directory.types.count)
        isDateByKey = Array(repeating: nil, count: leads.count)
        isColorByShape = Array(repeating: nil, count: storage.directory.shapes.count)
    }

    var isPaused: Bool { nested != nil || text.utf8.count >= BodyDump.pieceSize }

    /// Returns the object to show before the walk continues, and clears it.
    mutating func takeNested() -> UInt32? {
        defer { nested = nil }
        return nested
    }

    // MARK: Visits

    mutating func visitLeaf(_ tag: UInt8, payload: UnsafeRawBufferPointer, at position: UnsafeRawPointer) {
        if tag == Tag.nil {
            return writeLine("NIL")
        }
        if tag == Tag.binary {
            let known = descriptions?.byRecord[record] ?? []
            let index = binaryCount
            binaryCount += 1
            return writeLine("BIV", index < known.count ? known[index] : "<\(payload.count) bytes>")
        }
        writeLine(
            "BIV",
            ReadableValue.text(tag, payload, isDate: isDate())
                ?? DumpText.value(tag, payload, limit: options.maximumTextLength))
    }

    mutating func visitReference(
        _ id: UInt32, isConditional: Bool, at position: UnsafeRawPointer
    ) {
        if pendingRecord != nil {
            // The value of an object is itself a reference to another object.
            beginLevel(.list, "VAL")
        }
        let isHere = !isConditional && !isShown[Int(id)] && storage.record(Int(id)) != nil
        guard isHere, indentation.utf8.count < options.maximumNesting else {
            if isHere {
                waiting.append(id)
            }
            return writeLine((isConditional ? "PTC" : "PTS") + DumpText.number(id))
        }
        isShown[Int(id)] = true
        lead = takeLead()
        pendingRecord = id
        nested = id
    }

    mutating func visitSlot(keyID: UInt32, at position: UnsafeRawPointer) {
        key = keyID
        guard keyID != 0 else {
            lead = "- "
            return
        }
        let index = Int(keyID) - 1
        if leads[index] == nil {
            let key =
                options.resolvesKeys
                ? EscapedText.quoted(storage.directory.keys[index]) : "KEY\(DumpText.number(keyID))"
            leads[index] = "+ \(key): "
        }
        lead = leads[index]
    }

    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) {
        switch container {
        case .composite(let shape, _):
            let type = storage.directory.shapes[shape].type
            let isClass = storage.directory.types[type].isReference
            if isClass || options.showsValueTypes {
                namedType = type
            }
            beginLevel(.list, isClass ? "REF" : "VAL", color(of: shape, at: position))
        case .sequence:
            beginLevel(.list, "VAL")
        case .map:
            beginLevel(.map(isKey: true), "VAL")
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

    mutating func end(at position: UnsafeRawPointer) {
        endLevel()
    }

    /// Ends the levels that the walk does not end: those of objects whose value is itself a reference.
    mutating func endLevels(to count: Int) {
        while levels.count > count {
            endLevel()
        }
    }

    // MARK: Readable values

    /// Whether the key of the next value is that of a date.
    private mutating func isDate() -> Bool {
        guard key > 0 else { return false }
        let index = Int(key) - 1
        if let known = isDateByKey[index] { return known }
        let result = ReadableValue.isDate(storage.directory.keys[index])
        isDateByKey[index] = result
        return result
    }

    /// Reads ahead for the color that a composite stands for, if it does.
    private mutating func color(of shape: Int, at position: UnsafeRawPointer) -> String? {
        if isColorByShape[shape] == nil {
            let (slots, count) = (storage.directory.shapes[shape].slots, storage.directory.shapes[shape].count)
            let keys = UnsafeBufferPointer(start: slots, count: min(count, Self.colorValueCount)).map(\.key)
            isColorByShape[shape] = Set(["red", "green", "blue"]).isSubset(of: keys)
        }
        guard isColorByShape[shape] == true, let range = storage.record(Int(record)) else { return nil }
        return storage.withBytes { archive in
            guard let walker = storage.walker(of: archive) else { return nil }
            var reader = ArchivedValueReader(
                storage, archive: walker.archive, limit: Self.colorValueCount, isInPieces: false)
            var walk = walker.begin(from: position, to: walker.archive + range.upperBound)
            guard (try? walker.resume(&walk, visitor: &reader)) == true else { return nil }
            return ArchiveRecords(storage).color(0, in: reader.values)
        }
    }

    /// Composites with more values than this are not looked at.
    private static let colorValueCount = 16

    // MARK: Lines

    private mutating func beginLevel(_ level: Level, _ mark: String, _ value: String? = nil) {
        writeLine(mark, value)
        levels.append(level)
        indentation += "\t"
    }

    private mutating func endLevel() {
        if case .prefix? = levels.popLast() { return }
        indentation.removeLast()
        text += indentation
        text += ".\n"
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

    private mutating func writeLine(_ mark: String, _ value: String? = nil) {
        text += indentation
        text += takeLead()
        for _ in 0..<someCount {
            text += "SOME "
        }
        someCount = 0
        text += mark
        if let id = pendingRecord {
            text += DumpText.number(id)
            pendingRecord = nil
        }
        if let type = namedType {
            text += " " + typeName(type)
            namedType = nil
        }
        if let value {
            text += " " + value
        }
        text += "\n"
    }

    private mutating func typeName(_ type: Int) -> String {
        if let known = typeNames[type] {
            return known
        }
        let name = storage.directory.types[type].readableName
        let text =
            !options.resolvesTypes
            ? "TYP" + DumpText.number(type)
            : options.qualifiesTypeNames ? EscapedText.escaped(name) : DumpText.shortTypeName(name)
        typeNames[type] = text
        return text
    }
}
