/// Collects the values of a record during a walk, as a list or in pieces.
struct ArchivedValueReader: ArchiveValueVisitor {
    private let records: ArchiveRecords
    private let walker: ValueWalker
    private var archive: UnsafeRawPointer { walker.archive }
    private var open: [Int] = []
    private var key: UInt32 = 0
    /// The values. If they are passed on in pieces, a container does not know its end, which is a value of its own.
    var output: BatchedOutput<ArchivedValue>

    init(_ records: ArchiveRecords, _ walker: ValueWalker, output: consuming BatchedOutput<ArchivedValue>) {
        self.records = records
        self.walker = walker
        self.output = output
    }

    /// Ends the containers that the walk has not left.
    mutating func close() {
        guard let end = output.elements.last?.end else { return }
        while !open.isEmpty { endContainer(at: end) }
    }

    private mutating func append(
        _ kind: ArchivedValue.Kind, number: Int, from start: Int, payloadStart: Int, to end: Int
    ) throws(GraphCodableError) {
        try append(
            ArchivedValue(
                kind: kind, tag: archive.load(fromByteOffset: start, as: UInt8.self), key: key, number: number,
                start: start, payloadStart: payloadStart, end: end, next: output.elements.count + 1))
        key = 0
    }

    private mutating func append(_ value: ArchivedValue) throws(GraphCodableError) {
        output.elements.append(value)
        if output.isFull {
            try output.passOn()
        }
    }

    mutating func visitLeaf(_ leaf: ArchiveLeaf) throws(GraphCodableError) {
        let start = leaf.position - archive
        let kind: ArchivedValue.Kind =
            switch leaf.tag {
            case ..<Tag.inlineString: .number
            case ..<Tag.inlineComposite, Tag.string: .string
            case Tag.nil: .nil
            case Tag.false, Tag.true: .boolean
            case Tag.binary: .binary
            case Tag.packed...Tag.lastPacked: .packed
            default: .number
            }
        try append(
            kind, number: leaf.elementCount, from: start, payloadStart: leaf.payloadStart - archive,
            to: leaf.end - archive)
    }

    mutating func visitReference(_ reference: ArchiveReference) throws(GraphCodableError) {
        let start = reference.position - archive
        guard reference.isConditional || records.byteRange(of: Int(reference.id)) != nil else {
            throw walker.recordIsMissing(reference)
        }
        try append(
            reference.isConditional ? .conditionalReference : .reference, number: Int(reference.id), from: start,
            payloadStart: start, to: reference.end - archive)
    }

    mutating func visitSlot(keyID: UInt32, at position: UnsafeRawPointer) {
        key = keyID
    }

    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) throws(GraphCodableError) {
        let (kind, number): (ArchivedValue.Kind, Int) =
            switch container {
            case .composite(let shape, _): (.composite, records.directory.shapes[shape].type)
            case .sequence(let count): (.sequence, count)
            case .map(let count): (.map, count)
            case .some: (.some, 0)
            case .typed(let type): (.typed, type)
            }
        if output.isWhole { open.append(output.elements.count) }
        let start = position - archive
        try append(kind, number: number, from: start, payloadStart: start, to: start)
    }

    mutating func end(at position: UnsafeRawPointer) throws(GraphCodableError) {
        let end = position - archive
        guard !output.isWhole else { return endContainer(at: end) }
        try append(
            ArchivedValue(
                kind: .end, tag: Tag.endOfComposite, key: 0, number: 0, start: end, payloadStart: end, end: end,
                next: output.elements.count + 1))
    }

    private mutating func endContainer(at end: Int) {
        guard let container = open.popLast() else { return }
        output.elements[container].end = end
        output.elements[container].next = output.elements.count
    }
}
