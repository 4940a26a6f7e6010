/// Splits a block of a raw archive into streams, one for each kind of bytes of each field.
struct FieldSplitter: ~Copyable {
    private var cursor = FieldCursor<SplitFields>()
    private(set) var store = StreamStore()
    private var strings = RepeatedStrings()
    private var layout = RowLayout()
    private var rowChoice = RowChoice()
    var coder = StreamCoder()
    private let tokens = FilterToken.table
    private var nextID: UInt32 = 1
    /// The kind of the elements of an earlier value at the beginning of the block; 0 if there are none.
    private(set) var firstKind = 0
    /// The number of bytes of these elements.
    private(set) var firstSize = 0
    /// The number of bytes of varints after the values.
    private(set) var varintSize = 0

    /// Splits a block. Returns the offset up to which this was possible: the remaining bytes must be stored unchanged.
    mutating func split(_ block: UnsafeRawBufferPointer, from start: BlockStart) -> Int {
        store.reset(blockSize: block.count)
        cursor.reset()
        strings.reset(blockSize: block.count)
        rowChoice.reset()
        nextID = start.nextID
        guard let base = block.bindMemory(to: UInt8.self).baseAddress else { return 0 }
        let end = base + block.count
        var position = base + min(start.headSize, block.count)
        var place = 0
        (firstKind, firstSize) = (0, 0)
        varintSize = 0
        if start.firstKind != 0 {
            position = splitFirstElements(start, from: position, to: end, base)
            // If the value continues in the next block, nothing else follows.
            if firstSize < start.firstSize { return position - base }
        }
        guard let tableOffset = start.tableOffset else {
            return splitValues(from: position, to: end, base, &place) - base
        }
        let table = base + tableOffset
        // The last value before the table may be read as a whole: the scanner, which has walked over the same values with the
        // same table of tags, found that it ends there. So what this reads of a fixed part is never after the block.
        if position < table { position = splitValues(from: position, to: table, base, &place, isWhole: true) }
        guard position == table else { return position - base }
        let next = splitVarints(from: table, to: end, cursor.field(at: place))
        varintSize = next - table
        return next - base
    }

    /// Splits the elements of an earlier value. Rows that stay together are bytes.
    private mutating func splitFirstElements(
        _ start: BlockStart, from position: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>,
        _ base: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        let size = min(start.firstSize, end - position)
        let field = cursor.field(at: 0)
        firstKind = start.firstKind
        if firstKind == FilterStream.rows {
            if let next = splitRows(start.firstLayout, from: position, size: size, field, base) {
                firstSize = next - position
                return next
            }
            firstKind = FilterStream.bytes
        }
        firstSize = size & ~(1 << FilterStream.widthLog2(firstKind) - 1)
        return copy(firstSize, of: firstKind, field: field, from: position)
    }

    /// Splits varints, up to the first that is longer than four bytes or not in its shortest form.
    private mutating func splitVarints(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, _ field: UnsafeMutablePointer<Int32>
    ) -> UnsafePointer<UInt8> {
        var position = start
        while position < end {
            var value: UInt32 = 0
            var size = 0
            while true {
                guard size < 4, position + size < end else { return position }
                let byte = position[size]
                value |= UInt32(byte & 0x7F) &<< UInt32(7 &* size)
                size += 1
                if byte < 0x80 {
                    if byte == 0, size > 1 { return position }
                    break
                }
            }
            if value >= FilterStream.longVarint {
                let high = UInt16(truncatingIfNeeded: value &>> FilterStream.varintBits)
                putVarint(FilterStream.longVarint | high, field)
            }
            putVarint(UInt16(truncatingIfNeeded: value) & (FilterStream.longVarint - 1), field)
            position += size
        }
        return position
    }

    private mutating func splitValues(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, _ base: UnsafePointer<UInt8>,
        _ place: inout Int, isWhole: Bool = false
    ) -> UnsafePointer<UInt8> {
        var position = start
        // After this position a value's fixed part may be incomplete, unless other bytes follow.
        let last = isWhole ? end - 1 : end - BlockScanner.longestFixedPart
        var next = place
        while position <= last, splitValue(at: &position, to: end, base, &next) {}
        place = next
        return position
    }

    /// Splits the value at a position, or as much of it as possible, and moves the position behind that. Returns whether that
    /// is all of the value.
    @inline(__always)
    private mutating func splitValue(
        at position: inout UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, _ base: UnsafePointer<UInt8>,
        _ place: inout Int
    ) -> Bool {
        let tag = position[0]
        let field = cursor.field(at: place)
        switch tokens[Int(tag)] {
        case .leaf:
            put(tag, field)
            cursor.advance(&place)
            position += 1
        case .shortString:
            let size = Int(tag) &- Int(FilterToken.shortStringTag)
            position = splitString(from: position, fixedSize: 1, size: size, field, base, end, &place)
        case .composite:
            put(tag, field)
            place = cursor.enterComposite(Int(tag) &- Int(FilterToken.compositeTag))
            position += 1
        case .reference13: return splitReference(.reference13, size: 2, leastID: 0, at: &position, field, &place)
        case .reference21:
            return splitReference(
                .reference21, size: 3, leastID: FilterToken.reference13Limit, at: &position, field, &place)
        case .reference32:
            return splitReference(
                .reference32, size: 5, leastID: FilterToken.reference21Limit, at: &position, field, &place)
        case .fixed1: position = splitFixed(position, 0, field, &place)
        case .fixed2: position = splitFixed(position, 1, field, &place)
        case .fixed4: position = splitFixed(position, 2, field, &place)
        case .fixed8: position = splitFixed(position, 3, field, &place)
        case .fixed16: position = splitFixed(position, 4, field, &place)
        case .mark:
            put(tag, field)
            position += 1
        case let token:
            // A copy, because a variable whose address a call gets is not in a register.
            var next = place
            defer { place = next }
            return splitCounted(token, at: &position, to: end, field, base, &next)
        }
        return true
    }

    /// Splits a value whose tag is followed by a varint, like ``splitValue(at:to:_:)``.
    @inline(never)
    private mutating func splitCounted(
        _ token: FilterToken, at position: inout UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>,
        _ field: UnsafeMutablePointer<Int32>, _ base: UnsafePointer<UInt8>, _ place: inout Int
    ) -> Bool {
        let source = position
        guard token != .invalid, let (number, width) = varint(source + 1) else { return false }
        let fixedSize = 1 &+ width
        if token == .longString {
            guard (32...0x7FFF_FFFF).contains(number), width == 1 || source[width] != 0 else { return false }
            position = splitString(from: source, fixedSize: fixedSize, size: Int(number), field, base, end, &place)
            return true
        }
        guard number < FilterToken.countLimit || token == .conditionalReference || token == .key else { return false }
        let count = Int(truncatingIfNeeded: number)
        if token == .binary, let rowsEnd = splitRows(from: source, fixedSize: fixedSize, size: count, field, base, end)
        {
            cursor.advance(&place)
            position = rowsEnd
            return rowsEnd == source + (fixedSize &+ count)
        }
        put(source[0], field)
        putCount(source + 1, width, field)
        position += fixedSize
        switch token {
        case .sequence: cursor.enterSequence(field, count: count, isMap: false, &place)
        case .map: cursor.enterSequence(field, count: count &<< 1, isMap: true, &place)
        case .longComposite: place = cursor.enterComposite(count)
        case .conditionalReference:
            if number == UInt64(nextID) { nextID &+= 1 }
            cursor.advance(&place)
        case .packed, .binary:
            let log2 = token == .binary ? 0 : FilterToken.packedWidthLog2(source[0])
            let present = min(count, (end - position) &>> log2)
            position = copy(present &<< log2, of: FilterStream.bytes &+ log2, field: field, from: position)
            cursor.advance(&place)
            return present == count
        default: break
        }
        return true
    }

    /// Returns a varint of up to nine bytes, with its size. The caller must ensure that the bytes exist.
    @inline(__always)
    private func varint(_ source: UnsafePointer<UInt8>) -> (UInt64, Int)? {
        var value: UInt64 = 0
        for index in 0..<9 {
            value |= UInt64(source[index] & 0x7F) &<< UInt64(7 &* index)
            if source[index] < 0x80 { return (value, index &+ 1) }
        }
        return nil
    }
}

extension FieldSplitter {
    // MARK: Rows

    /// Splits the rows of a binary value.
    ///
    /// - Parameters:
    ///   - source: The value: `fixedSize` bytes for its tag and count, and then `size` bytes, of which some may be missing.
    /// - Returns: Where the last whole row ends; `nil` if the value has no rows, or they stay together.
    @inline(never)
    private mutating func splitRows(
        from source: UnsafePointer<UInt8>, fixedSize: Int, size: Int, _ field: UnsafeMutablePointer<Int32>,
        _ base: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8>? {
        let bytes = source + fixedSize
        guard let layoutSize = layout.readRows(bytes, upTo: end - bytes, of: size) else { return nil }
        let rows = bytes + layoutSize
        let rowCount = min(size - layoutSize, end - rows) / layout.rowSize
        guard rowCount > 0, rowChoice.takesApart(rows, rowCount, layout, field, base, &coder) else { return nil }
        put(FilterToken.rowsTag, field)
        putCount(source + 1, fixedSize - 1, field)
        _ = copy(layoutSize, of: FilterStream.bytes, field: field, from: bytes)
        return splitColumns(rowCount, field, from: rows)
    }

    /// Splits rows that an earlier block began.
    private mutating func splitRows(
        _ layoutBytes: [UInt8], from rows: UnsafePointer<UInt8>, size: Int, _ field: UnsafeMutablePointer<Int32>,
        _ base: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8>? {
        guard layout.read(layoutBytes), size >= layout.rowSize,
            rowChoice.takesApart(rows, size / layout.rowSize, layout, field, base, &coder)
        else { return nil }
        return splitColumns(size / layout.rowSize, field, from: rows)
    }

    /// Splits rows into the streams of their columns. Returns where they end.
    private mutating func splitColumns(
        _ rowCount: Int, _ field: UnsafeMutablePointer<Int32>, from rows: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        let slot = cursor.elementSlot(of: field)
        var source = rows
        for column in 0..<layout.count {
            let log2 = Int(layout.log2s[column])
            let target = store.more(stream(FilterStream.bytes + log2, cursor.field(slot, column)), rowCount << log2)
            RowLayout.copy(rowCount, log2, from: source, every: layout.rowSize, to: target, every: 1 << log2)
            source += 1 << log2
        }
        return rows + rowCount * layout.rowSize
    }

    // MARK: Streams

    @inline(__always)
    private mutating func stream(_ kind: Int, _ field: UnsafeMutablePointer<Int32>) -> Int {
        let number = field[FieldRecord.firstStream &+ kind]
        if number >= 0 { return Int(number) }
        let made = store.make(kind: kind)
        field[FieldRecord.firstStream &+ kind] = made
        return Int(made)
    }

    @inline(__always)
    private mutating func put(_ tag: UInt8, _ field: UnsafeMutablePointer<Int32>) {
        store.more(stream(FilterStream.tags, field), 1)[0] = tag
    }

    private mutating func putCount(_ source: UnsafePointer<UInt8>, _ size: Int, _ field: UnsafeMutablePointer<Int32>) {
        store.more(stream(FilterStream.counts, field), size).update(from: source, count: size)
    }

    @inline(__always)
    private mutating func putNumber(_ number: UInt32, of kind: Int, _ field: UnsafeMutablePointer<Int32>) {
        UnsafeMutableRawPointer(store.more(stream(kind, field), 4)).storeBytes(
            of: number.littleEndian, as: UInt32.self)
    }

    @inline(__always)
    private mutating func putVarint(_ element: UInt16, _ field: UnsafeMutablePointer<Int32>) {
        UnsafeMutableRawPointer(store.more(stream(FilterStream.varints, field), 2)).storeBytes(
            of: element.littleEndian, as: UInt16.self)
    }

    private mutating func copy(
        _ size: Int, of kind: Int, field: UnsafeMutablePointer<Int32>, from source: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        if size > 0 {
            store.more(stream(kind, field), size).update(from: source, count: size)
        }
        return source + size
    }

    @inline(__always)
    private mutating func splitFixed(
        _ source: UnsafePointer<UInt8>, _ log2: Int, _ field: UnsafeMutablePointer<Int32>, _ place: inout Int
    ) -> UnsafePointer<UInt8> {
        put(source[0], field)
        let size = 1 &<< log2
        store.more(stream(FilterStream.bytes &+ log2, field), size).update(from: source + 1, count: size)
        cursor.advance(&place)
        return source + (1 &+ size)
    }

    /// Splits a reference, unless it is longer than its id needs.
    @inline(__always)
    private mutating func splitReference(
        _ token: FilterToken, size: Int, leastID: UInt32, at position: inout UnsafePointer<UInt8>,
        _ field: UnsafeMutablePointer<Int32>, _ place: inout Int
    ) -> Bool {
        let id = token.id(at: position)
        guard id >= leastID else { return false }
        if id == nextID {
            put(FilterToken.newReferenceTag, field)
            nextID &+= 1
        } else {
            put(FilterToken.knownReferenceTag, field)
            putNumber(id, of: FilterStream.references, field)
        }
        cursor.advance(&place)
        position += size
        return true
    }

    @inline(__always)
    private mutating func splitString(
        from source: UnsafePointer<UInt8>, fixedSize: Int, size: Int, _ field: UnsafeMutablePointer<Int32>,
        _ base: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ place: inout Int
    ) -> UnsafePointer<UInt8> {
        let text = source + fixedSize
        let present = min(size, end - text)
        if present == size, size >= FilterToken.shortestNumberedString {
            if let number = strings.number(of: text, size: size, field: field, base: base) {
                put(FilterToken.repeatedStringTag, field)
                putNumber(number, of: FilterStream.repeats, field)
                cursor.advance(&place)
                return text + size
            }
        }
        put(source[0], field)
        if fixedSize > 1 { putCount(source + 1, fixedSize &- 1, field) }
        if present > 0 {
            store.more(stream(FilterStream.text, field), present).update(from: text, count: present)
        }
        cursor.advance(&place)
        return text + present
    }
}
