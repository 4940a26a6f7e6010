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
    // The beginnings of lines by key, and the names of types, created when they are first needed.
    private var leads: [String?]
    private var typeNames: [String?]

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
        writeLine("BIV", DumpText.value(tag, payload, limit: options.maximumTextLength))
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
            beginLevel(.list, isClass ? "REF" : "VAL")
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

    // MARK: Lines

    private mutating func beginLevel(_ level: Level, _ mark: String) {
        writeLine(mark)
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
