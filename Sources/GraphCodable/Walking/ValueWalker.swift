/// Visits the values of a record without their Swift types and without recursion.
///
/// Only this type reads all kinds of values without types. Decoding knows only the values that are requested.
struct ValueWalker {
    struct Level {
        /// The number of values that are left. If this is a composite, each is in its next slot.
        fileprivate var remaining: Int
        /// Whether items follow these values, up to the end of an open composite.
        fileprivate var isOpen = false
        /// The next slot of the shape, or `nil` if there is no shape.
        fileprivate var slot: UnsafeMutablePointer<ArchivedSlot>?
    }

    let directory: ArchiveDirectory
    let idCount: Int
    let maximumDepth: Int
    /// The beginning of the archive, from which offsets in errors are counted.
    let archive: UnsafeRawPointer

    /// Visits one value, which must end by a position, and all values inside it.
    ///
    /// - Returns: The end of the value.
    func walk<Visitor: ArchiveValueVisitor>(
        from start: UnsafeRawPointer, to end: UnsafeRawPointer, visitor: inout Visitor
    ) throws(GraphCodableError) -> UnsafeRawPointer {
        var levels: [Level] = []
        return try walk(from: start, to: end, levels: &levels, visitor: &visitor)
    }

    /// Visits one value, with memory that is reused for the next one, whatever its contents.
    func walk<Visitor: ArchiveValueVisitor>(
        from start: UnsafeRawPointer, to end: UnsafeRawPointer, depth: Int = 0, levels: inout [Level],
        visitor: inout Visitor
    ) throws(GraphCodableError) -> UnsafeRawPointer {
        if !levels.isEmpty {
            levels.removeAll(keepingCapacity: true)
        }
        // One loop, so that these variables stay in registers.
        var input = ByteInput(archive: archive, from: start, to: end)
        var top = Level(remaining: 1)
        /// What to return to after each record that is visited in place of a reference.
        var records: [(input: ByteInput, outerCount: Int)] = []
        /// The number of levels around the current record.
        var outerCount = 0
        while true {
            if top.remaining > 0 {
                top.remaining -= 1
                if let slot = top.slot {
                    top.slot = slot + 1
                    if slot.pointee.keyID != 0, input.peek() == Tag.absent {
                        try visitor.visitAbsentKey(slot.pointee.keyID, at: input.position)
                        _ = try input.readByte()
                        continue
                    }
                    try visitor.visitSlot(keyID: slot.pointee.keyID, at: input.position)
                }
            } else if top.isOpen, input.peek() != Tag.endOfComposite {
                var keyID: UInt32 = 0
                if input.peek() == Tag.keyedItem {
                    _ = try input.readByte()
                    keyID = try readKeyID(&input)
                }
                try visitor.visitSlot(keyID: keyID, at: input.position)
            } else {
                if top.isOpen {
                    _ = try input.readByte()
                }
                guard let outer = levels.popLast() else { return input.position }
                if Visitor.entersRecords, levels.count < outerCount, let record = records.popLast() {
                    guard input.isAtEnd else { throw bytesFollow(at: input.position) }
                    (input, outerCount) = record
                }
                try visitor.end(at: input.position)
                top = outer
                continue
            }
            if let inner = try walkValue(&input, visitor: &visitor) {
                levels.append(top)
                guard levels.count - outerCount + depth <= maximumDepth else {
                    throw depthExceeded(input)
                }
                top = inner
            } else if Visitor.entersRecords, let record = visitor.recordToEnter() {
                levels.append(top)
                records.append((input, outerCount))
                outerCount = levels.count
                top = Level(remaining: 1)
                input = ByteInput(archive: archive, from: archive + record.lowerBound, to: archive + record.upperBound)
            }
        }
    }

    /// Visits the value of a record, which must take up all of its bytes.
    func walk<Visitor: ArchiveValueVisitor>(
        over record: Range<Int>, levels: inout [Level], visitor: inout Visitor
    ) throws(GraphCodableError) {
        let end = archive + record.upperBound
        let reached = try walk(from: archive + record.lowerBound, to: end, levels: &levels, visitor: &visitor)
        guard reached == end else { throw bytesFollow(at: reached) }
    }

    func walk<Visitor: ArchiveValueVisitor>(over record: Range<Int>, visitor: inout Visitor) throws(GraphCodableError) {
        var levels: [Level] = []
        try walk(over: record, levels: &levels, visitor: &visitor)
    }

    /// Returns the type of a record's value if it is a composite, without a walk through its values.
    func typeOfComposite(_ record: Range<Int>) -> TypeEntry? {
        var input = ByteInput(archive: archive, from: archive + record.lowerBound, to: archive + record.upperBound)
        guard let shape = try? input.readShape(), shape < UInt64(directory.shapes.count) else { return nil }
        return directory.types[directory.shapes[Int(shape)].type]
    }

    func bytesFollow(at position: UnsafeRawPointer) -> GraphCodableError {
        GraphCodableError(
            .malformed, "Bytes follow the value of a record. The archive is damaged.", byteOffset: position - archive)
    }

    /// Visits a value's tag, and the whole value if it contains no others. If it does, returns the level of these.
    @inline(__always)
    private func walkValue<Visitor: ArchiveValueVisitor>(
        _ input: inout ByteInput, visitor: inout Visitor
    ) throws(GraphCodableError) -> Level? {
        let position = input.position
        let tag = try input.readByte()
        if tag < Tag.inlineString {
            try visitor.visitLeaf(ArchiveLeaf(tag: tag, position: position))
            return nil
        }
        if tag < Tag.inlineComposite {
            try visitor.visitLeaf(
                ArchiveLeaf(tag: tag, position: position, payload: try input.read(Int(tag - Tag.inlineString))))
            return nil
        }
        if tag < Tag.reference13 {
            return try composite(Int(tag - Tag.inlineComposite), isOpen: false, input, at: position, &visitor)
        }
        if tag < Tag.nil {
            let id =
                tag < Tag.reference21
                ? UInt32(tag - Tag.reference13) << 8 | UInt32(try input.readByte())
                : UInt32(tag - Tag.reference21) << 16 | UInt32(UInt16(try input.readFixed(2)))
            try visitor.visitReference(reference(id, input, at: position))
            return nil
        }
        return try walkRareValue(tag, &input, at: position, visitor: &visitor)
    }

    private func walkRareValue<Visitor: ArchiveValueVisitor>(
        _ tag: UInt8, _ input: inout ByteInput, at position: UnsafeRawPointer,
        visitor: inout Visitor
    ) throws(GraphCodableError) -> Level? {
        let size: Int
        switch tag {
        case Tag.nil, Tag.false, Tag.true:
            size = 0
        case Tag.int8...Tag.float64:
            size = Self.scalarSize(tag)
        case Tag.string, Tag.binary:
            size = try input.readCount()
        case Tag.packed...Tag.lastPacked:
            let stride = PackedKind(rawValue: tag - Tag.packed)?.stride ?? 1
            size = try input.readCount(minimumSize: stride) * stride
        case Tag.reference32:
            let id = UInt32(truncatingIfNeeded: try input.readFixed(4))
            try visitor.visitReference(reference(id, input, at: position))
            return nil
        case Tag.conditionalReference:
            guard let id = UInt32(exactly: try input.readVarint()) else {
                throw input.malformed("A reference does not fit into 32 bits.")
            }
            try visitor.visitReference(reference(id, input, at: position, isConditional: true))
            return nil
        case UnorderedMark.tag where Visitor.readsMarks:
            let (count, valuesEach) = (try input.readCount(), try input.readCount())
            visitor.visitMark(count: count, valuesEach: valuesEach, at: position, to: input.position)
            return try walkValue(&input, visitor: &visitor)
        default:
            return try beginContainer(tag, &input, at: position, visitor: &visitor)
        }
        try visitor.visitLeaf(ArchiveLeaf(tag: tag, position: position, payload: try input.read(size)))
        return nil
    }

    private func beginContainer<Visitor: ArchiveValueVisitor>(
        _ tag: UInt8, _ input: inout ByteInput, at position: UnsafeRawPointer, visitor: inout Visitor
    ) throws(GraphCodableError) -> Level {
        let container: ArchiveContainer
        var count = 1
        switch tag {
        case Tag.sequence:
            count = try input.readCount()
            container = .sequence(count: count)
        case Tag.map:
            let pairCount = try input.readCount(minimumSize: 2)
            count = 2 * pairCount
            container = .map(count: pairCount)
        case Tag.composite, Tag.openComposite:
            let shape = try input.readVarint()
            return try composite(
                Int(clamping: shape), isOpen: tag == Tag.openComposite, input, at: position, &visitor)
        case Tag.some:
            container = .some
        case Tag.typed:
            container = .typed(type: try readType(&input))
        default:
            throw input.malformed("\(Self.hex(tag)) is not the tag of a value.")
        }
        try visitor.begin(container, at: position)
        return Level(remaining: count)
    }

    /// Reads the type of a value, which has no other type, and is that of the shape that follows.
    private func readType(_ input: inout ByteInput) throws(GraphCodableError) -> Int {
        let type = try input.readVarint()
        try input.require(
            type < UInt64(directory.types.count),
            "A value is of type \(type), but the archive has only \(directory.types.count) types.")
        try input.require(
            directory.types[Int(type)].name != nil, "A value is of type \(type), which has no name to find it by.")
        try input.require(input.peek() != Tag.typed, "A value has a type twice.")
        var next = input
        if let shape = try next.readShape(), shape < UInt64(directory.shapes.count),
            directory.shapes[Int(shape)].type != Int(type)
        {
            throw input.malformed("A value of type \(type) has a shape of another type.")
        }
        return Int(type)
    }

    private func composite<Visitor: ArchiveValueVisitor>(
        _ id: Int, isOpen: Bool, _ input: ByteInput, at position: UnsafeRawPointer, _ visitor: inout Visitor
    ) throws(GraphCodableError) -> Level {
        try input.require(
            id < directory.shapes.count,
            "A composite has shape \(id), but the archive has only \(directory.shapes.count).")
        let shape = directory.shapes[id]
        try visitor.begin(.composite(shape: id, isOpen: isOpen), at: position)
        return Level(remaining: shape.count, isOpen: isOpen, slot: shape.slots)
    }

    private func readKeyID(_ input: inout ByteInput) throws(GraphCodableError) -> UInt32 {
        let id = try input.readVarint()
        try input.require(
            id >= 1 && id <= UInt64(directory.keys.count),
            "An item has key \(id), but the archive has only \(directory.keys.count).")
        return UInt32(id)
    }

    private func reference(
        _ id: UInt32, _ input: ByteInput, at position: UnsafeRawPointer, isConditional: Bool = false
    ) throws(GraphCodableError) -> ArchiveReference {
        try input.require(
            id > 0 && Int(clamping: id) < idCount,
            "A reference refers to object \(id), but the archive has only \(idCount - 1).")
        return ArchiveReference(id: id, isConditional: isConditional, position: position, end: input.position)
    }

    private func depthExceeded(_ input: ByteInput) -> GraphCodableError {
        GraphCodableError(.depthExceeded, LimitMessage.depth("Values", maximumDepth), byteOffset: input.offset)
    }

    /// Returns the number of bytes after the tag of an integer or a floating-point number.
    static func scalarSize(_ tag: UInt8) -> Int {
        switch tag {
        case Tag.int8: 1
        case Tag.int16, Tag.float16: 2
        case Tag.int32, Tag.float32: 4
        case Tag.int128, Tag.uint128: 16
        default: 8
        }
    }

    static func hex(_ byte: UInt8) -> String {
        "0x" + String(byte, radix: 16, uppercase: true)
    }
}
