/// Restores a block of a raw archive from its filtered form, which is untrusted.
///
/// Invariant: `position` never exceeds `limit`, and `limit` never exceeds the end of the block.
struct FieldJoiner: ~Copyable {
    var cursor = FieldCursor<JoinedFields>()
    private var input = StreamReaders()
    private var strings = StringPositions()
    var layout = RowLayout()
    /// The slot of the rows that were joined last, and the number of their columns.
    var columns = (slot: 0, count: 0)
    private let tokens = FilterToken.tableOfFilteredBlock
    /// The number of streams that have been assigned to fields.
    private var assignedCount = 0
    private var nextID: UInt32 = 1
    /// The bytes at both ends of the block, which the form has as they are.
    private(set) var head = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var tail = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The elements after the head that an earlier block began: their size in bytes, and their kind, or 0 for none.
    private var first = (size: 0, kind: 0)
    /// The size in bytes of the varints before the tail.
    private var varintSize = 0

    /// Restores a block in memory of exactly its size.
    mutating func join(
        _ form: UnsafeRawBufferPointer, into block: UnsafeMutableRawBufferPointer, memoryLimit: Int = .max
    ) throws(FilterError) {
        try open(form, plainSize: block.count, memoryLimit: memoryLimit)
        try join(into: block)
    }

    /// Begins to restore a block: reads its streams. The form must remain until the block is done.
    mutating func open(_ form: UnsafeRawBufferPointer, plainSize: Int, memoryLimit: Int) throws(FilterError) {
        var header = FilteredBlockHeader(form)
        let headSize = try header.number(upTo: plainSize)
        let kind = Int(try header.byte())
        guard kind == 0 || kind == FilterStream.rows || (FilterStream.text...FilterStream.width16).contains(kind) else {
            throw FilterError.coding
        }
        let width = kind == FilterStream.rows ? try readLayout(&header) : 1 << FilterStream.widthLog2(kind)
        let elementSize = kind == 0 ? 0 : try header.number(upTo: plainSize)
        nextID = try header.number(upTo: UInt32.max)
        varintSize = try header.number(upTo: plainSize)
        let tailSize = try header.number(upTo: plainSize)
        guard headSize + elementSize + varintSize + tailSize <= plainSize,
            elementSize % width == 0
        else { throw FilterError.size }
        let streamSize = try input.readEntries(&header, plainSize: plainSize, memoryLimit: memoryLimit)
        head = try header.read(headSize)
        try input.readBodies(&header)
        tail = try header.read(tailSize)
        guard header.rest == 0 else { throw FilterError.unused }
        first = (elementSize, kind)
        cursor.reset()
        strings.reset(memoryLimit: memoryLimit - streamSize)
        assignedCount = 0
        columns = (0, 0)
    }

    /// Restores the block that was opened, in memory of exactly its size.
    mutating func join(
        into block: UnsafeMutableRawBufferPointer, trace: CompressedSizeTrace? = nil
    ) throws(FilterError) {
        guard let base = block.bindMemory(to: UInt8.self).baseAddress,
            head.count + first.size + varintSize + tail.count <= block.count
        else { throw FilterError.size }
        block.copyMemory(from: head)
        let limit = base + (block.count - tail.count - varintSize)
        var position = base + head.count
        if first.kind != 0 {
            let field = cursor.field()
            if first.kind == FilterStream.rows {
                position = try joinColumns(first.size / layout.rowSize, field, to: position)
            } else {
                position = try copy(first.size, of: first.kind, field, to: position)
            }
            if let trace { try note(field, trace, upTo: position - base) }
        }
        if let trace {
            position = try joinValues(from: position, to: limit, base, trace)
        } else {
            position = try joinValues(from: position, to: limit, base)
        }
        if varintSize > 0 {
            try joinVarints(from: position, to: limit + varintSize)
            if let trace { try note(cursor.field(), trace, upTo: block.count - tail.count) }
        }
        UnsafeMutableRawBufferPointer(rebasing: block[(block.count - tail.count)...]).copyMemory(from: tail)
        guard assignedCount == input.readers.count, input.areUsedUp else { throw FilterError.unused }
    }

    /// The range of each stream's body in the form.
    var bodies: [Range<Int>] { input.readers.map(\.body) }

    /// The addresses of each stream's bytes, as plain elements.
    var streams: [Range<UInt>] {
        input.readers.map { UInt(bitPattern: $0.next)..<UInt(bitPattern: $0.end) }
    }

    private mutating func joinVarints(
        from start: UnsafeMutablePointer<UInt8>, to limit: UnsafeMutablePointer<UInt8>
    ) throws(FilterError) {
        let field = cursor.field()
        var position = start
        while position < limit {
            var value = UInt32(try varint(field))
            if value >= FilterStream.longVarint {
                let low = try varint(field)
                guard value > FilterStream.longVarint, value < 2 * FilterStream.longVarint,
                    low < FilterStream.longVarint
                else { throw FilterError.number }
                value = (value - UInt32(FilterStream.longVarint)) << FilterStream.varintBits | UInt32(low)
            }
            while value > 0x7F {
                position[0] = UInt8(truncatingIfNeeded: value) | 0x80
                position += 1
                guard position < limit else { throw FilterError.size }
                value >>= 7
            }
            position[0] = UInt8(truncatingIfNeeded: value)
            position += 1
        }
    }

    private mutating func joinValues(
        from start: UnsafeMutablePointer<UInt8>, to limit: UnsafeMutablePointer<UInt8>,
        _ base: UnsafeMutablePointer<UInt8>
    ) throws(FilterError) -> UnsafeMutablePointer<UInt8> {
        var position = start
        while position < limit {
            position = try joinValue(cursor.field(), at: position, limit, base)
        }
        return position
    }

    /// Restores the tag that a field has next, and what belongs to it. Returns where the next value begins.
    ///
    /// - Parameter position: Where the tag belongs, below `limit`.
    @inline(__always)
    private mutating func joinValue(
        _ field: UnsafeMutablePointer<Int32>, at position: UnsafeMutablePointer<UInt8>,
        _ limit: UnsafeMutablePointer<UInt8>, _ base: UnsafeMutablePointer<UInt8>
    ) throws(FilterError) -> UnsafeMutablePointer<UInt8> {
        let tag = try nextBytes(1, FilterStream.tags, field)[0]
        position[0] = tag
        switch tokens[Int(tag)] {
        case .leaf:
            cursor.advance()
            return position + 1
        case .shortString:
            return try joinString(
                Int(tag) &- Int(FilterToken.shortStringTag), fixedSize: 1, field, at: position, limit, base)
        case .composite:
            cursor.enterComposite(Int(tag) &- Int(FilterToken.compositeTag))
            return position + 1
        case .newReference:
            defer { nextID &+= 1 }
            return try joinReference(nextID, to: position, limit)
        case .knownReference:
            return try joinReference(try number(FilterStream.references, field), to: position, limit)
        case .repeatedString:
            return try repeatString(try number(FilterStream.repeats, field), field, to: position, limit, base)
        case .fixed1: return try joinFixed(0, field, position, limit)
        case .fixed2: return try joinFixed(1, field, position, limit)
        case .fixed4: return try joinFixed(2, field, position, limit)
        case .fixed8: return try joinFixed(3, field, position, limit)
        case .fixed16: return try joinFixed(4, field, position, limit)
        case .mark:
            return position + 1
        case .reference13, .reference21, .reference32, .invalid:
            throw FilterError.tag
        case let token:
            return try joinCounted(token, field, at: position, limit, base)
        }
    }

    /// Restores what belongs to a tag with a varint, such as a count. Returns where the next value begins.
    ///
    /// - Parameter position: The tag, which has been restored.
    @inline(never)
    private mutating func joinCounted(
        _ token: FilterToken, _ field: UnsafeMutablePointer<Int32>, at position: UnsafeMutablePointer<UInt8>,
        _ limit: UnsafeMutablePointer<UInt8>, _ base: UnsafeMutablePointer<UInt8>
    ) throws(FilterError) -> UnsafeMutablePointer<UInt8> {
        let (number, width) = try copyVarint(field, to: position, limit)
        let next = position + (1 &+ width)
        if token == .key { return next }
        if token == .conditionalReference {
            if number == UInt64(nextID) { nextID &+= 1 }
            cursor.advance()
            return next
        }
        guard number < (token == .longString ? 1 << 31 : FilterToken.countLimit) else {
            throw FilterError.number
        }
        let size = Int(number)
        var end = next
        switch token {
        case .longString:
            return try joinString(size, fixedSize: 1 &+ width, field, at: position, limit, base)
        case .sequence:
            cursor.enterSequence(field, count: size, isMap: false)
            return next
        case .map:
            cursor.enterSequence(field, count: size &<< 1, isMap: true)
            return next
        case .longComposite:
            cursor.enterComposite(size)
            return next
        case .rows:
            position[0] = FilterToken.binaryTag
            end = try joinRows(size, field, to: next, limit)
        default:
            let log2 = token == .binary ? 0 : FilterToken.packedWidthLog2(position[0])
            let present = min(size, (limit - next) &>> log2) &<< log2
            end = try copy(present, of: FilterStream.bytes &+ log2, field, to: next)
        }
        cursor.advance()
        return end
    }

    /// Restores values like ``joinValues(from:to:_:)``, and notes what each of them takes of the streams.
    private mutating func joinValues(
        from start: UnsafeMutablePointer<UInt8>, to limit: UnsafeMutablePointer<UInt8>,
        _ base: UnsafeMutablePointer<UInt8>, _ trace: CompressedSizeTrace
    ) throws(FilterError) -> UnsafeMutablePointer<UInt8> {
        var position = start
        while position < limit {
            let field = cursor.field()
            position = try joinValue(field, at: position, limit, base)
            try note(field, trace, upTo: position - base)
        }
        return position
    }

    private mutating func note(
        _ field: UnsafeMutablePointer<Int32>, _ trace: CompressedSizeTrace, upTo end: Int
    ) throws(FilterError) {
        try trace.note(field, upTo: end)
        // Rows take from the fields of their columns, too.
        for column in 0..<columns.count {
            try trace.note(cursor.field(columns.slot, column), upTo: end)
        }
        columns.count = 0
    }
}

extension FieldJoiner {
    // MARK: Streams

    /// Returns the next bytes of a field's stream of a kind.
    @inline(__always)
    mutating func nextBytes(
        _ size: Int, _ kind: Int, _ field: UnsafeMutablePointer<Int32>
    ) throws(FilterError) -> UnsafePointer<UInt8> {
        let reader = UnsafeMutableRawPointer(field) + FieldRecord.readerOffset(kind)
        let next = reader.load(as: UInt.self)
        // An unassigned reader has no bytes left.
        if Int(bitPattern: reader.load(fromByteOffset: FieldRecord.readerEnd, as: UInt.self) &- next) < size {
            return try firstBytes(size, kind, field)
        }
        reader.storeBytes(of: next &+ UInt(bitPattern: size), as: UInt.self)
        guard let bytes = UnsafePointer<UInt8>(bitPattern: next) else { throw FilterError.stream }
        return bytes
    }

    /// Returns the first bytes of a field's stream, after assigning it the next stream of the form.
    @inline(never)
    private mutating func firstBytes(
        _ size: Int, _ kind: Int, _ field: UnsafeMutablePointer<Int32>
    ) throws(FilterError) -> UnsafePointer<UInt8> {
        let reader = UnsafeMutableRawPointer(field) + FieldRecord.readerOffset(kind)
        guard reader.load(as: UInt.self) == FieldRecord.noReader, assignedCount < input.readers.count,
            input.readers[assignedCount].kind == kind, let next = input.readers[assignedCount].next,
            let end = input.readers[assignedCount].end, end - next >= size
        else { throw FilterError.stream }
        reader.storeBytes(of: UInt(bitPattern: next + size), as: UInt.self)
        reader.storeBytes(of: UInt(bitPattern: end), toByteOffset: FieldRecord.readerEnd, as: UInt.self)
        input.readers[assignedCount].position = reader
        field[FieldRecord.assignedStream &+ kind] = Int32(truncatingIfNeeded: assignedCount)
        assignedCount += 1
        return next
    }

    /// Returns the end of a stream from which bytes have been taken.
    @inline(__always)
    private func end(of kind: Int, _ field: UnsafeMutablePointer<Int32>) -> UInt {
        UnsafeRawPointer(field).load(
            fromByteOffset: FieldRecord.readerOffset(kind) &+ FieldRecord.readerEnd, as: UInt.self)
    }

    /// Copies `count` bytes to `target`, where the restored part of the block ends. It may overwrite the rest up to `targetEnd`.
    ///
    /// Most texts are short, and their sizes hard to predict. So 32 bytes are copied if both sides have as many, and the values
    /// that follow overwrite the surplus.
    @inline(__always)
    private static func copy(
        _ count: Int, from source: UnsafePointer<UInt8>, upTo sourceEnd: UInt,
        to target: UnsafeMutablePointer<UInt8>, upTo targetEnd: UnsafeMutablePointer<UInt8>
    ) {
        if count <= 32, targetEnd - target >= 32, sourceEnd &- UInt(bitPattern: source) >= 32 {
            let raw = UnsafeRawPointer(source)
            // Both are loaded before the first is stored, because source and target may overlap.
            let low = raw.loadUnaligned(as: SIMD16<UInt8>.self)
            let high = raw.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self)
            UnsafeMutableRawPointer(target).storeBytes(of: low, as: SIMD16<UInt8>.self)
            UnsafeMutableRawPointer(target).storeBytes(of: high, toByteOffset: 16, as: SIMD16<UInt8>.self)
        } else {
            target.update(from: source, count: count)
        }
    }

    @inline(__always)
    private mutating func number(_ kind: Int, _ field: UnsafeMutablePointer<Int32>) throws(FilterError) -> UInt32 {
        UInt32(littleEndian: UnsafeRawPointer(try nextBytes(4, kind, field)).loadUnaligned(as: UInt32.self))
    }

    @inline(__always)
    private mutating func varint(_ field: UnsafeMutablePointer<Int32>) throws(FilterError) -> UInt16 {
        UInt16(
            littleEndian: UnsafeRawPointer(try nextBytes(2, FilterStream.varints, field)).loadUnaligned(as: UInt16.self)
        )
    }

    private mutating func copy(
        _ size: Int, of kind: Int, _ field: UnsafeMutablePointer<Int32>, to position: UnsafeMutablePointer<UInt8>
    ) throws(FilterError) -> UnsafeMutablePointer<UInt8> {
        guard size > 0 else { return position }
        position.update(from: try nextBytes(size, kind, field), count: size)
        return position + size
    }

    /// Copies a varint from a field's counts to the place after the tag at `position`. Returns its value and its size.
    @inline(__always)
    private mutating func copyVarint(
        _ field: UnsafeMutablePointer<Int32>, to position: UnsafeMutablePointer<UInt8>,
        _ limit: UnsafeMutablePointer<UInt8>
    ) throws(FilterError) -> (UInt64, Int) {
        var value: UInt64 = 0
        for index in 0..<9 {
            let byte = try nextBytes(1, FilterStream.counts, field)[0]
            guard limit - position > index &+ 1 else { throw FilterError.size }
            position[index &+ 1] = byte
            value |= UInt64(byte & 0x7F) &<< UInt64(7 &* index)
            if byte < 0x80 { return (value, index &+ 1) }
        }
        throw FilterError.number
    }

    /// Restores a value of `1 << log2` bytes after the tag at `position`.
    @inline(__always)
    private mutating func joinFixed(
        _ log2: Int, _ field: UnsafeMutablePointer<Int32>, _ position: UnsafeMutablePointer<UInt8>,
        _ limit: UnsafeMutablePointer<UInt8>
    ) throws(FilterError) -> UnsafeMutablePointer<UInt8> {
        let size = 1 &<< log2
        let bytes = try nextBytes(size, FilterStream.bytes &+ log2, field)
        guard limit - position > size else { throw FilterError.size }
        (position + 1).update(from: bytes, count: size)
        cursor.advance()
        return position + (1 &+ size)
    }

    /// Restores a reference in its shortest form.
    @inline(__always)
    private mutating func joinReference(
        _ id: UInt32, to position: UnsafeMutablePointer<UInt8>, _ limit: UnsafeMutablePointer<UInt8>
    ) throws(FilterError) -> UnsafeMutablePointer<UInt8> {
        let size = id < FilterToken.reference13Limit ? 2 : id < FilterToken.reference21Limit ? 3 : 5
        guard limit - position >= size else { throw FilterError.size }
        cursor.advance()
        switch size {
        case 2:
            position[0] = FilterToken.reference13Tag | UInt8(truncatingIfNeeded: id &>> 8)
            position[1] = UInt8(truncatingIfNeeded: id)
        case 3:
            position[0] = FilterToken.reference21Tag | UInt8(truncatingIfNeeded: id &>> 16)
            position[1] = UInt8(truncatingIfNeeded: id)
            position[2] = UInt8(truncatingIfNeeded: id &>> 8)
        default:
            position[0] = FilterToken.reference32Tag
            UnsafeMutableRawPointer(position + 1).storeBytes(of: id.littleEndian, as: UInt32.self)
        }
        return position + size
    }

    /// Restores a string's text after the `fixedSize` bytes at `position`, its tag and size.
    @inline(__always)
    private mutating func joinString(
        _ size: Int, fixedSize: Int, _ field: UnsafeMutablePointer<Int32>, at position: UnsafeMutablePointer<UInt8>,
        _ limit: UnsafeMutablePointer<UInt8>, _ base: UnsafeMutablePointer<UInt8>
    ) throws(FilterError) -> UnsafeMutablePointer<UInt8> {
        let text = position + fixedSize
        let present = min(size, limit - text)
        if present > 0 {
            let source = try nextBytes(present, FilterStream.text, field)
            Self.copy(present, from: source, upTo: end(of: FilterStream.text, field), to: text, upTo: limit)
        }
        if present == size, size >= FilterToken.shortestNumberedString {
            try strings.add(field, offset: position - base, size: fixedSize &+ size)
        }
        cursor.advance()
        return text + present
    }

    /// Copies a complete string that the field had before.
    @inline(__always)
    private mutating func repeatString(
        _ number: UInt32, _ field: UnsafeMutablePointer<Int32>, to position: UnsafeMutablePointer<UInt8>,
        _ limit: UnsafeMutablePointer<UInt8>, _ base: UnsafeMutablePointer<UInt8>
    ) throws(FilterError) -> UnsafeMutablePointer<UInt8> {
        guard let (offset, size) = strings.position(number, of: field), limit - position >= size else {
            throw FilterError.string
        }
        Self.copy(size, from: base + offset, upTo: UInt(bitPattern: limit), to: position, upTo: limit)
        cursor.advance()
        return position + size
    }
}
