/// Writes the records as JSON.
struct JSONVisitor: ArchiveTextVisitor {
    /// A value that contains other values.
    private enum Level {
        case composite(hasFields: Bool)
        case sequence(isEmpty: Bool)
        /// A dictionary. `isKey` is whether the next value is a key.
        case map(isEmpty: Bool, isKey: Bool)
        /// A prefix of the value that follows it.
        case prefix
    }

    private let records: ArchiveRecords
    private var levels: [Level] = []
    /// The text of a record that has not been added to the output. What is unfinished when the walk ends is left out.
    private var line: [UInt8] = []
    /// For each composite, the text of its unkeyed values, which follow those with keys. While one of them is being
    /// written, it is swapped with the text around it.
    private var items: [[UInt8]] = []
    /// The number of levels around each value that is swapped.
    private var itemLevels: [Int] = []
    /// Whether the value of a record comes next.
    private var isRecord = true
    private let keys: [[UInt8]]
    private let typeNames: [[UInt8]]
    /// The size of the text that may be kept in memory: names take much more than the bytes that stand for them.
    private let maximumSize: Int

    var output: BatchedOutput<UInt8>

    init(records: ArchiveRecords, output: BatchedOutput<UInt8>) {
        self.records = records
        self.output = output
        maximumSize = records.layout.byteCount.multipliedClamped(by: 128).addingClamped(1 << 26)
        keys = records.directory.keys.enumerated().map { Self.json($1, number: $0 + 1) }
        typeNames = records.directory.types.enumerated().map { Self.json($1.readableName, number: $0) }
    }

    private static func json(_ name: String, number: Int) -> [UInt8] {
        var text: [UInt8] = []
        JSONText.append(string: ValueFormatter.name(name, number: number), to: &text)
        return text
    }

    mutating func visitRecords(_ walker: ValueWalker) throws(GraphCodableError) {
        var walkerLevels: [ValueWalker.Level] = []
        for id in 0..<records.idCount {
            guard let record = records.byteRange(of: id) else { continue }
            write("{\"id\":\(id)")
            isRecord = true
            try walker.walk(over: record, levels: &walkerLevels, visitor: &self)
            write("}\n")
            addLine()
            if output.isFull {
                try output.passOn()
            }
        }
    }

    private mutating func addLine() {
        output.elements += line
        line.removeAll(keepingCapacity: true)
    }

    // MARK: Visits

    mutating func visitLeaf(_ leaf: ArchiveLeaf) throws(GraphCodableError) {
        beginValue()
        switch leaf.tag {
        case Tag.inlineString..<Tag.inlineComposite, Tag.string:
            // Invalid UTF-8 is replaced.
            JSONText.append(string: String(decoding: leaf.payload, as: UTF8.self), to: &line)
        case Tag.nil: write("null")
        case Tag.false, Tag.true: write(leaf.tag == Tag.true ? "true" : "false")
        case Tag.binary:
            write("{\"bytes\":")
            JSONText.append(base64: leaf.payload, to: &line)
            write("}")
        case Tag.packed...Tag.lastPacked: writeElements(leaf.tag, leaf.payload)
        default: JSONText.append(number: ValueFormatter.value(leaf.tag, leaf.payload, limit: nil), to: &line)
        }
        try endValue()
    }

    mutating func visitReference(_ reference: ArchiveReference) throws(GraphCodableError) {
        beginValue()
        write(reference.isConditional ? "{\"conditional\":\(reference.id)}" : "{\"ref\":\(reference.id)}")
        try endValue()
    }

    mutating func visitSlot(keyID: UInt32, at position: UnsafeRawPointer) {
        guard let last = levels.indices.last, case .composite(let hasFields) = levels[last] else { return }
        if keyID == 0 {
            itemLevels.append(levels.count)
            swapWithItems()
            write(line.isEmpty ? "" : ",")
        } else {
            write(hasFields ? "," : ",\"fields\":{")
            levels[last] = .composite(hasFields: true)
            line.append(contentsOf: keys[Int(keyID) - 1])
            write(":")
        }
    }

    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) {
        switch container {
        case .composite(let shape, _):
            // The members of a record's composite are those of the line.
            if isRecord {
                write(",")
                isRecord = false
            } else {
                beginValue()
                write("{")
            }
            write("\"type\":")
            line.append(contentsOf: typeNames[records.directory.shapes[shape].type])
            levels.append(.composite(hasFields: false))
            items.append([])
        case .sequence:
            beginValue()
            write("[")
            levels.append(.sequence(isEmpty: true))
        case .map:
            beginValue()
            write("{\"map\":[")
            levels.append(.map(isEmpty: true, isKey: true))
        case .some:
            beginValue()
            write("{\"some\":")
            levels.append(.prefix)
        case .typed(let type):
            beginValue()
            write("{\"as\":")
            line.append(contentsOf: typeNames[type])
            write(",\"value\":")
            levels.append(.prefix)
        }
    }

    mutating func end(at position: UnsafeRawPointer) throws(GraphCodableError) {
        switch levels.popLast() {
        case .composite(let hasFields):
            write(hasFields ? "}" : "")
            if let items = items.popLast(), !items.isEmpty {
                write(",\"items\":[")
                line.append(contentsOf: items)
                write("]")
            }
            // The line itself closes the composite of a record.
            write(levels.isEmpty ? "" : "}")
        case .sequence: write("]")
        case .map: write("]}")
        case .prefix: write("}")
        case nil: break
        }
        try endValue()
    }

    // MARK: Text

    private mutating func beginValue() {
        if isRecord {
            isRecord = false
            write(",\"value\":")
        }
        guard let last = levels.indices.last else { return }
        switch levels[last] {
        case .sequence(let isEmpty):
            write(isEmpty ? "" : ",")
            levels[last] = .sequence(isEmpty: false)
        case .map(let isEmpty, let isKey):
            write(!isKey ? "," : isEmpty ? "[" : ",[")
            levels[last] = .map(isEmpty: false, isKey: !isKey)
        case .composite, .prefix: break
        }
    }

    private mutating func endValue() throws(GraphCodableError) {
        switch levels.last {
        case .map(_, isKey: true):
            write("]")
        case .composite where itemLevels.last == levels.count:
            itemLevels.removeLast()
            swapWithItems()
        default: break
        }
        guard line.count >= BatchedOutput.textSize else { return }
        // The contents of an unkeyed value must be kept until the enclosing composite ends.
        guard itemLevels.isEmpty else {
            let size = items.reduce(line.count) { $0 + $1.count }
            return try GraphCodableError.require(
                size <= maximumSize, or: .limitExceeded,
                """
                An unkeyed value takes more than \(maximumSize) bytes of JSON, which is too much for an archive of its size. \
                Write a dump that is not JSON.
                """)
        }
        addLine()
        try output.passOn()
    }

    private mutating func swapWithItems() {
        if let last = items.indices.last {
            swap(&line, &items[last])
        }
    }

    private mutating func writeElements(_ tag: UInt8, _ payload: UnsafeRawBufferPointer) {
        write("[")
        if let kind = PackedKind(rawValue: tag - Tag.packed) {
            for start in stride(from: 0, to: payload.count - payload.count % kind.stride, by: kind.stride) {
                write(start == 0 ? "" : ",")
                let element = ValueFormatter.element(
                    kind, UnsafeRawBufferPointer(rebasing: payload[start..<start + kind.stride]))
                if kind == .bool {
                    write(element)
                } else {
                    JSONText.append(number: element, to: &line)
                }
            }
        }
        write("]")
    }

    private mutating func write(_ ascii: String) {
        line.append(contentsOf: ascii.utf8)
    }
}
