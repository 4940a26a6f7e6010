/// Collects the values of a record during a walk, as a list or in pieces.
struct ArchivedValueReader: ArchiveValueVisitor {
    private let storage: ArchiveStorage
    private let walker: ValueWalker
    private var archive: UnsafeRawPointer { walker.archive }
    private var open: [Int] = []
    private var key: UInt32 = 0
    /// The values. If they are passed on in pieces, a container does not know its end, which is a value of its own.
    var output: BatchedOutput<ArchivedValue>

    init(_ storage: ArchiveStorage, _ walker: ValueWalker, output: consuming BatchedOutput<ArchivedValue>) {
        self.storage = storage
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

    mutating func visitLeaf(
        _ tag: UInt8, payload: UnsafeRawBufferPointer, at position: UnsafeRawPointer
    ) throws(GraphCodableError) {
        let start = position - archive
        let payloadStart = payload.baseAddress.map { $0 - archive } ?? start + 1
        let kind: ArchivedValue.Kind
        var number = 0
        switch tag {
        case ..<Tag.inlineString: kind = .number
        case ..<Tag.inlineComposite, Tag.string: kind = .string
        case Tag.nil: kind = .nil
        case Tag.false, Tag.true: kind = .boolean
        case Tag.binary: kind = .binary
        case Tag.packed...Tag.lastPacked:
            kind = .packed
            number = payload.count / (PackedKind(rawValue: tag - Tag.packed)?.stride ?? 1)
        default: kind = .number
        }
        try append(kind, number: number, from: start, payloadStart: payloadStart, to: payloadStart + payload.count)
    }

    mutating func visitReference(
        _ id: UInt32, isConditional: Bool, at position: UnsafeRawPointer
    ) throws(GraphCodableError) {
        let start = position - archive
        guard isConditional || storage.record(Int(id)) != nil else {
            throw walker.recordIsMissing(id, at: position)
        }
        try append(
            isConditional ? .conditionalReference : .reference, number: Int(id), from: start, payloadStart: start,
            to: start + Self.size(ofReferenceTo: id, at: position))
    }

    mutating func visitSlot(keyID: UInt32, at position: UnsafeRawPointer) {
        key = keyID
    }

    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) throws(GraphCodableError) {
        let (kind, number): (ArchivedValue.Kind, Int) =
            switch container {
            case .composite(let shape, _): (.composite, storage.directory.shapes[shape].type)
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
