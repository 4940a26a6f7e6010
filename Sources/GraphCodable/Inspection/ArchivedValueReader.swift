/// Collects the values of a record during a walk, as a list or in pieces.
struct ArchivedValueReader: ArchiveValueVisitor {
    private let storage: ArchiveStorage
    private let archive: UnsafeRawPointer
    /// The number of values after which the walk pauses.
    private let limit: Int
    /// Whether a container does not know its end, which is a value of its own.
    private let isInPieces: Bool
    private var open: [Int] = []
    private var key: UInt32 = 0
    var values: [ArchivedValue]

    var isPaused: Bool { values.count >= limit }

    /// - Parameter values: An empty list whose memory is reused.
    init(
        _ storage: ArchiveStorage, archive: UnsafeRawPointer, values: consuming [ArchivedValue] = [], limit: Int,
        isInPieces: Bool
    ) {
        self.storage = storage
        self.archive = archive
        self.values = values
        self.limit = limit
        self.isInPieces = isInPieces
    }

    /// Ends the containers that the walk has not left.
    mutating func close(at position: UnsafeRawPointer) {
        while !open.isEmpty { end(at: position) }
    }

    private mutating func append(
        _ kind: ArchivedValue.Kind, number: Int, from start: Int, payloadStart: Int, to end: Int
    ) {
        values.append(
            ArchivedValue(
                kind: kind, tag: archive.load(fromByteOffset: start, as: UInt8.self), key: key, number: number,
                start: start, payloadStart: payloadStart, end: end, next: values.count + 1))
        key = 0
    }

    mutating func visitLeaf(_ tag: UInt8, payload: UnsafeRawBufferPointer, at position: UnsafeRawPointer) {
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
        append(kind, number: number, from: start, payloadStart: payloadStart, to: payloadStart + payload.count)
    }

    mutating func visitReference(
        _ id: UInt32, isConditional: Bool, at position: UnsafeRawPointer
    ) throws(GraphCodableError) {
        let start = position - archive
        guard isConditional || storage.record(Int(id)) != nil else {
            throw GraphCodableError(
                .malformed,
                "A reference refers to object \(id), which has no record. The archive is damaged or was not made by this "
                    + "package.", byteOffset: start)
        }
        let size =
            switch position.load(as: UInt8.self) {
            case ..<Tag.reference21: 2
            case ..<Tag.nil: 3
            case Tag.reference32: 5
            default: 1 + Varint.size(of: UInt64(id))
            }
        append(
            isConditional ? .conditionalReference : .reference, number: Int(id), from: start, payloadStart: start,
            to: start + size)
    }

    mutating func visitSlot(keyID: UInt32, at position: UnsafeRawPointer) {
        key = keyID
    }

    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) {
        let (kind, number): (ArchivedValue.Kind, Int) =
            switch container {
            case .composite(let shape, _): (.composite, storage.directory.shapes[shape].type)
            case .sequence(let count): (.sequence, count)
            case .map(let count): (.map, count)
            case .some: (.some, 0)
            case .typed(let type): (.typed, type)
            }
        if !isInPieces { open.append(values.count) }
        let start = position - archive
        append(kind, number: number, from: start, payloadStart: start, to: start)
    }

    mutating func end(at position: UnsafeRawPointer) {
        guard !isInPieces else {
            let end = position - archive
            values.append(
                ArchivedValue(
                    kind: .end, tag: Tag.endOfComposite, key: 0, number: 0, start: end, payloadStart: end, end: end,
                    next: values.count + 1))
            return
        }
        guard let container = open.popLast() else { return }
        values[container].end = position - archive
        values[container].next = values.count
    }
}
