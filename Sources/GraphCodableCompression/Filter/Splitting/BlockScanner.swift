/// Tracks the values of a raw archive across blocks, so that each block can be filtered independently.
///
/// It reads only tags, sizes and references. The result is only a hint for a good start position: a wrong one makes the
/// block larger, but not invalid. The scanner gives up when it encounters an invalid value.
struct BlockScanner: ~Copyable {
    /// The fixed part of a value, and its elements.
    private struct Value {
        var size: Int
        var kind = 0
        var elementSize = 0
    }

    /// The size of the longest fixed part of a value: a tag, followed by the longest meaningful varint or 16 bytes.
    static let longestFixedPart = 17

    private let tokens = FilterToken.table
    private var layout = RowLayout()
    /// The start of the next block; `nil` if it is unknown. The first value comes after the signature and the version.
    private var next: BlockStart? = BlockStart(headSize: ContainerFormat.rawSignature.count + 1)
    /// The beginning of a value whose fixed part extends into the next block.
    private var carried: [UInt8] = []
    /// The bytes with which a record table begins if the archive has `patternID` records and as many ids, and their
    /// mask.
    private var pattern: UInt64 = 0
    private var patternMask: UInt64 = 0
    private var patternID: UInt32 = 0
    private var isInTable = false

    /// Scans the next block, and returns where its values begin; `nil` if this is unknown.
    mutating func scan(_ block: UnsafeRawBufferPointer) -> BlockStart? {
        guard let expected = next, let base = block.bindMemory(to: UInt8.self).baseAddress else { return nil }
        if isInTable { return BlockStart(tableOffset: 0, nextID: expected.nextID) }
        next = nil
        guard let start = carried.isEmpty ? expected : completed(expected, block) else { return nil }
        // Only the last block can be smaller than a row.
        guard start.headSize <= block.count else { return nil }
        var position = start.headSize + start.firstSize
        var nextID = start.nextID
        var last = (kind: start.firstKind, layout: start.firstLayout)
        while position < block.count {
            let rest = block.count - position
            if nextID >= Self.leastIDCount, rest >= 8, beginsTable(base + position, nextID) {
                isInTable = true
                next = BlockStart(nextID: nextID)
                var result = start
                result.tableOffset = position
                return result
            }
            guard let value = value(base + position, rest, &nextID) else { return start }
            if value.size > rest {
                carried.append(contentsOf: UnsafeBufferPointer(start: base + position, count: rest))
                next = BlockStart(nextID: nextID)
                return start
            }
            let size = value.size + value.elementSize
            if size > rest {
                let bytes = UnsafeBufferPointer(start: base + position, count: rest)
                last = (value.kind, rowLayout(of: value, bytes))
            }
            position += size
        }
        next = rest(of: last.kind, last.layout, continuingFor: position - block.count, nextID)
        return start
    }

    /// Returns the start of a block that begins with the rest of the fixed part of a value.
    private mutating func completed(_ expected: BlockStart, _ block: UnsafeRawBufferPointer) -> BlockStart? {
        var start = expected
        let bytes = carried + block.prefix(Self.longestFixedPart)
        let found = bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.flatMap { value($0, bytes.count, &start.nextID) }
        }
        guard let value = found else { return nil }
        start.headSize = value.size - carried.count
        start.firstKind = value.elementSize > 0 ? value.kind : 0
        start.firstSize = value.elementSize
        carried.removeAll(keepingCapacity: true)
        return start
    }

    /// Returns the start of a block that begins with the last `size` bytes of a value's elements.
    @inline(never)
    private mutating func rest(
        of kind: Int, _ bytes: [UInt8], continuingFor size: Int, _ nextID: UInt32
    ) -> BlockStart {
        guard size > 0 else { return BlockStart(nextID: nextID) }
        let isRows = layout.read(bytes)
        let kind = isRows ? FilterStream.rows : kind
        let width = isRows ? layout.rowSize : 1 << FilterStream.widthLog2(kind)
        let head = size % width
        guard size > head else { return BlockStart(headSize: head, nextID: nextID) }
        return BlockStart(
            headSize: head, firstKind: kind, firstSize: size - head, firstLayout: bytes, nextID: nextID)
    }

    /// Returns the layout of a value whose beginning is given; empty if the value has no rows.
    @inline(never)
    private mutating func rowLayout(of value: Value, _ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        guard bytes[0] == FilterToken.binaryTag, let base = bytes.baseAddress,
            let size = layout.readRows(base + value.size, upTo: bytes.count - value.size, of: value.elementSize)
        else { return [] }
        return Array(bytes[value.size..<value.size + size].drop { $0 == RowLayout.mark })
    }

    /// Smaller numbers take fewer bytes, which other values may contain by chance, and their record table is small.
    private static let leastIDCount: UInt32 = 1 << 14

    /// Whether a record table may begin here. It begins with the numbers of records and of ids, which are usually
    /// equal.
    @inline(__always)
    private mutating func beginsTable(_ source: UnsafePointer<UInt8>, _ nextID: UInt32) -> Bool {
        if patternID != nextID { makePattern(nextID) }
        let bytes = UInt64(littleEndian: UnsafeRawPointer(source).loadUnaligned(as: UInt64.self))
        return bytes & patternMask == pattern
    }

    @inline(never)
    private mutating func makePattern(_ nextID: UInt32) {
        patternID = nextID
        pattern = 0
        var rest = nextID
        var shift: UInt64 = 0
        while shift < 32 {
            pattern |= UInt64(rest & 0x7F | (rest > 0x7F ? 0x80 : 0)) << shift
            shift += 8
            rest >>= 7
            if rest == 0 { break }
        }
        pattern |= pattern << shift
        patternMask = shift == 32 ? .max : 1 << (2 * shift) - 1
    }

    /// Returns the value at an address. If its fixed part is incomplete, the returned value is larger than the
    /// remaining bytes.
    @inline(__always)
    private func value(_ source: UnsafePointer<UInt8>, _ rest: Int, _ nextID: inout UInt32) -> Value? {
        let tag = source[0]
        switch tokens[Int(tag)] {
        case .leaf, .composite, .mark: return Value(size: 1)
        case .shortString:
            return Value(size: 1, kind: FilterStream.text, elementSize: Int(tag) &- Int(FilterToken.shortStringTag))
        case .reference13: return reference(.reference13, size: 2, source, rest, &nextID)
        case .reference21: return reference(.reference21, size: 3, source, rest, &nextID)
        case .reference32: return reference(.reference32, size: 5, source, rest, &nextID)
        case .fixed1: return Value(size: 2)
        case .fixed2: return Value(size: 3)
        case .fixed4: return Value(size: 5)
        case .fixed8: return Value(size: 9)
        case .fixed16: return Value(size: 17)
        case .invalid: return nil
        case let token: return valueWithCount(token, source, rest, &nextID)
        }
    }

    @inline(__always)
    private func reference(
        _ token: FilterToken, size: Int, _ source: UnsafePointer<UInt8>, _ rest: Int, _ nextID: inout UInt32
    ) -> Value {
        if rest >= size { note(token.id(at: source), &nextID) }
        return Value(size: size)
    }

    @inline(__always)
    private func note(_ id: UInt32, _ nextID: inout UInt32) {
        if id == nextID { nextID &+= 1 }
    }

    private func valueWithCount(
        _ token: FilterToken, _ source: UnsafePointer<UInt8>, _ rest: Int, _ nextID: inout UInt32
    ) -> Value? {
        var count: UInt64 = 0
        var size = 1
        while true {
            guard size < rest else { return Value(size: rest + 1) }
            let byte = source[size]
            count |= UInt64(byte & 0x7F) << UInt64(7 * (size - 1))
            size += 1
            if byte < 0x80 { break }
            guard size < 10 else { return nil }
        }
        switch token {
        case .longString: return value(size, FilterStream.text, count, 0)
        case .binary: return value(size, FilterStream.bytes, count, 0)
        case .packed:
            let log2 = FilterToken.packedWidthLog2(source[0])
            return value(size, FilterStream.bytes + log2, count, log2)
        case .conditionalReference:
            note(UInt32(truncatingIfNeeded: count), &nextID)
            return Value(size: size)
        default: return Value(size: size)
        }
    }

    private func value(_ size: Int, _ kind: Int, _ count: UInt64, _ log2: Int) -> Value? {
        count < FilterToken.countLimit ? Value(size: size, kind: kind, elementSize: Int(count) << log2) : nil
    }
}
