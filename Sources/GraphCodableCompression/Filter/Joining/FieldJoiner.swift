/// Restores a block of a raw archive from its filtered form, which is untrusted.
///
/// Invariant: `position` never exceeds `limit`, and `limit` never exceeds the end of the block.
struct FieldJoiner: ~Copyable {
    var cursor = FieldCursor<JoinedFields>()
    var input = StreamReaders()
    var strings = StringPositions()
    var layout = RowLayout()
    /// The slot of the rows that were joined last, and the number of their columns.
    var columns = (slot: 0, count: 0)
    private let tokens = FilterToken.tableOfFilteredBlock
    /// The number of streams that have been assigned to fields.
    var assignedCount = 0
    var nextID: UInt32 = 1
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
        var place = 0
        if first.kind != 0 {
            let field = cursor.field(at: place)
            if first.kind == FilterStream.rows {
                position = try joinColumns(first.size / layout.rowSize, field, to: position)
            } else {
                position = try copy(first.size, of: first.kind, field, to: position)
            }
            if let trace { try note(field, trace, upTo: position - base) }
        }
        if let trace {
            position = try joinValues(from: position, to: limit, base, &place, trace)
        } else {
            position = try joinValues(from: position, to: limit, base, &place)
        }
        if varintSize > 0 {
            let field = cursor.field(at: place)
            try joinVarints(from: position, to: limit + varintSize, field)
            if let trace { try note(field, trace, upTo: block.count - tail.count) }
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

    private mutating func joinValues(
        from start: UnsafeMutablePointer<UInt8>, to limit: UnsafeMutablePointer<UInt8>,
        _ base: UnsafeMutablePointer<UInt8>, _ place: inout Int
    ) throws(FilterError) -> UnsafeMutablePointer<UInt8> {
        var position = start
        var next = place
        while position < limit {
            position = try joinValue(cursor.field(at: next), at: position, limit, base, &next)
        }
        place = next
        return position
    }

    /// Restores the tag that a field has next, and what belongs to it. Returns where the next value begins.
    ///
    /// It compares the tags of most values one by one, because processors predict that better than a jump that is looked up.
    ///
    /// - Parameter position: Where the tag belongs, below `limit`.
    @inline(__always)
    private mutating func joinValue(
        _ field: UnsafeMutablePointer<Int32>, at position: UnsafeMutablePointer<UInt8>,
        _ limit: UnsafeMutablePointer<UInt8>, _ base: UnsafeMutablePointer<UInt8>, _ place: inout Int
    ) throws(FilterError) -> UnsafeMutablePointer<UInt8> {
        let tag = try nextBytes(1, FilterStream.tags, field)[0]
        position[0] = tag
        if tag &- FilterToken.compositeTag < 0x20 {
            place = cursor.enterComposite(tag, field)
            return position + 1
        }
        if tag == FilterToken.repeatedStringTag {
            return try repeatString(field, to: position, limit, base, &place)
        }
        // Both in one comparison: of more single tags, the compiler would make a table again.
        if tag &- FilterToken.newReferenceTag < 2 {
            return try joinReference(tag, field, to: position, limit, &place)
        }
        if tag == FilterToken.sequenceTag || tag == FilterToken.conditionalReferenceTag {
            return try joinSequenceOrReference(tag, field, at: position, limit, &place)
        }
        switch tokens[Int(tag)] {
        case .leaf:
            cursor.advance(&place)
            return position + 1
        case .shortString:
            return try joinString(
                Int(tag) &- Int(FilterToken.shortStringTag), fixedSize: 1, field, at: position, limit, base, &place)
        case .fixed1: return try joinFixed(0, field, position, limit, &place)
        case .fixed2: return try joinFixed(1, field, position, limit, &place)
        case .fixed4: return try joinFixed(2, field, position, limit, &place)
        case .fixed8: return try joinFixed(3, field, position, limit, &place)
        case .fixed16: return try joinFixed(4, field, position, limit, &place)
        case .mark:
            return position + 1
        case .reference13, .reference21, .reference32, .invalid:
            throw FilterError.tag
        case let token:
            // A copy, because a variable whose address a call gets is not in a register.
            var next = place
            let end = try joinCounted(token, field, at: position, limit, base, &next)
            place = next
            return end
        }
    }

    /// Restores what belongs to the tag of a sequence or of a conditional reference.
    @inline(__always)
    private mutating func joinSequenceOrReference(
        _ tag: UInt8, _ field: UnsafeMutablePointer<Int32>, at position: UnsafeMutablePointer<UInt8>,
        _ limit: UnsafeMutablePointer<UInt8>, _ place: inout Int
    ) throws(FilterError) -> UnsafeMutablePointer<UInt8> {
        let (number, width) = try copyVarint(field, to: position, limit)
        if tag == FilterToken.conditionalReferenceTag {
            if number == UInt64(nextID) { nextID &+= 1 }
            cursor.advance(&place)
        } else {
            guard number < FilterToken.countLimit else { throw FilterError.number }
            cursor.enterSequence(field, count: Int(number), isMap: false, &place)
        }
        return position + (1 &+ width)
    }

    /// Restores what belongs to another tag with a varint, such as a count. Returns where the next value begins.
    ///
    /// - Parameter position: The tag, which has been restored.
    @inline(never)
    private mutating func joinCounted(
        _ token: FilterToken, _ field: UnsafeMutablePointer<Int32>, at position: UnsafeMutablePointer<UInt8>,
        _ limit: UnsafeMutablePointer<UInt8>, _ base: UnsafeMutablePointer<UInt8>, _ place: inout Int
    ) throws(FilterError) -> UnsafeMutablePointer<UInt8> {
        let (number, width) = try copyVarint(field, to: position, limit)
        let next = position + (1 &+ width)
        if token == .key { return next }
        guard number < (token == .longString ? 1 << 31 : FilterToken.countLimit) else {
            throw FilterError.number
        }
        let size = Int(number)
        var end = next
        switch token {
        case .longString:
            return try joinString(size, fixedSize: 1 &+ width, field, at: position, limit, base, &place)
        case .map:
            cursor.enterSequence(field, count: size &<< 1, isMap: true, &place)
            return next
        case .longComposite:
            place = cursor.enterComposite(size)
            return next
        case .rows:
            position[0] = FilterToken.binaryTag
            end = try joinRows(size, field, to: next, limit)
        default:
            let log2 = token == .binary ? 0 : FilterToken.packedWidthLog2(position[0])
            let present = min(size, (limit - next) &>> log2) &<< log2
            end = try copy(present, of: FilterStream.bytes &+ log2, field, to: next)
        }
        cursor.advance(&place)
        return end
    }

    /// Restores values like ``joinValues(from:to:_:_:)``, and notes what each of them takes of the streams.
    private mutating func joinValues(
        from start: UnsafeMutablePointer<UInt8>, to limit: UnsafeMutablePointer<UInt8>,
        _ base: UnsafeMutablePointer<UInt8>, _ place: inout Int, _ trace: CompressedSizeTrace
    ) throws(FilterError) -> UnsafeMutablePointer<UInt8> {
        var position = start
        while position < limit {
            let field = cursor.field(at: place)
            position = try joinValue(field, at: position, limit, base, &place)
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
