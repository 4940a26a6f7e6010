/// The streams of a block to restore, as plain elements.
///
/// Invariant: each reader whose body has been read has the bytes from `next` to `end`, in the filtered block or in `memory`.
/// Both remain in place until the block is done.
struct StreamReaders: ~Copyable {
    struct Reader {
        // What the entry in the header says.
        fileprivate(set) var kind: Int
        fileprivate var coding: UInt8
        fileprivate var elementCount: Int
        fileprivate var mask: Int
        fileprivate var exponent: Int
        fileprivate var exceptionCount: Int

        /// The range of the stream's body in the form.
        fileprivate(set) var body = 0..<0
        fileprivate(set) var next: UnsafePointer<UInt8>?
        fileprivate(set) var end: UnsafePointer<UInt8>?
        /// The address where the field stores its read position, a pointer; `nil` until a field has the stream.
        var position: UnsafeMutableRawPointer?
    }

    var readers: [Reader] = []
    private var memory = FixedMemory<UInt8>(1_024)

    /// Returns the maximum number of bytes of all streams together: no value takes more than five from the streams for two
    /// bytes of the block, as a reference does.
    static func largestTotal(plainSize: Int) -> Int { plainSize * 5 / 2 }

    /// Reads the entries of the header, and returns the number of bytes of all streams.
    mutating func readEntries(
        _ input: inout FilteredBlockHeader, plainSize: Int, memoryLimit: Int
    ) throws(FilterError) -> Int {
        // A stream takes two bytes of the header and one of its body, and no more streams can be used than fields have kinds.
        let streamCount = try input.number(upTo: min(input.rest / 3, FieldRecord.maximumCount * FilterStream.kindCount))
        let limit = Self.largestTotal(plainSize: plainSize)
        readers.removeAll(keepingCapacity: true)
        var total = 0
        for _ in 0..<streamCount {
            let byte = try input.byte()
            let kind = Int(byte & 0xF)
            let coding = byte >> 4
            guard kind < FilterStream.kindCount, coding <= FilterCoding.decimalDifferences else {
                throw FilterError.coding
            }
            let log2 = FilterStream.widthLog2(kind)
            guard
                coding <= FilterCoding.constant || log2 > 0
                    || coding == FilterCoding.differences && kind == FilterStream.bytes,
                coding < FilterCoding.decimal || kind == FilterStream.width8
            else { throw FilterError.coding }
            let elementCount = try input.number(upTo: limit)
            guard elementCount > 0 else { throw FilterError.streams }
            total += elementCount << log2
            guard total <= limit else { throw FilterError.streams }
            let mask = coding > FilterCoding.constant ? try input.number(upTo: 1 << (1 << log2) - 1) : 0
            let isDecimal = coding >= FilterCoding.decimal
            let exponent = isDecimal ? try input.number(upTo: FilterCoding.largestExponent) : 0
            let exceptionCount = isDecimal ? try input.number(upTo: elementCount) : 0
            readers.append(
                Reader(
                    kind: kind, coding: coding, elementCount: elementCount, mask: mask, exponent: exponent,
                    exceptionCount: exceptionCount))
        }
        guard total <= memoryLimit else { throw FilterError.memory }
        if total > memory.capacity { memory = FixedMemory(total) }
        return total
    }

    /// Decodes the elements of all streams from their bodies.
    mutating func readBodies(_ input: inout FilteredBlockHeader) throws(FilterError) {
        var target = memory.start
        for kind in 0..<FilterStream.kindCount {
            for index in readers.indices where readers[index].kind == kind {
                try Self.readBody(of: &readers[index], &input, &target)
            }
        }
    }

    private static func readBody(
        of entry: inout Reader, _ input: inout FilteredBlockHeader, _ target: inout UnsafeMutablePointer<UInt8>
    ) throws(FilterError) {
        let bodyStart = input.position
        let log2 = FilterStream.widthLog2(entry.kind)
        let size = entry.elementCount << log2
        var start = UnsafePointer(target)
        switch entry.coding {
        case FilterCoding.unchanged:
            guard let base = try input.read(size).bindMemory(to: UInt8.self).baseAddress else {
                throw FilterError.short
            }
            start = base
        case FilterCoding.constant:
            fill(target, with: try input.read(1 << log2), entry.elementCount)
            target += size
        default:
            let exceptions = try input.read(entry.exceptionCount * exceptionSize)
            for plane in 0..<1 << log2 {
                let isConstant = entry.mask & 1 << plane != 0
                let bytes = try input.read(isConstant ? 1 : entry.elementCount)
                scatter(bytes, to: target + plane, width: 1 << log2, entry.elementCount, isConstant)
            }
            if entry.coding == FilterCoding.differences || entry.coding == FilterCoding.decimalDifferences {
                ElementDifferences.addUp(target, entry.elementCount, log2)
            }
            if entry.coding >= FilterCoding.decimal { try divide(target, entry, exceptions) }
            target += size
        }
        (entry.next, entry.end) = (start, start + size)
        entry.body = bodyStart..<input.position
    }

    var areUsedUp: Bool {
        readers.allSatisfy { $0.position?.load(as: UInt.self) == UInt(bitPattern: $0.end) }
    }

    private static func fill(
        _ target: UnsafeMutablePointer<UInt8>, with element: UnsafeRawBufferPointer, _ elementCount: Int
    ) {
        if element.count == 1 {
            target.update(repeating: element[0], count: elementCount)
            return
        }
        guard let base = element.bindMemory(to: UInt8.self).baseAddress else { return }
        for index in 0..<elementCount {
            (target + index * element.count).update(from: base, count: element.count)
        }
    }

    @inline(__always)
    private static func scatter(
        _ bytes: UnsafeRawBufferPointer, to target: UnsafeMutablePointer<UInt8>, width: Int, _ elementCount: Int,
        _ isConstant: Bool
    ) {
        guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        if isConstant {
            let byte = base[0]
            for index in 0..<elementCount { target[index &* width] = byte }
        } else {
            for index in 0..<elementCount { target[index &* width] = base[index] }
        }
    }

    /// The size of an exception in bytes: an index, and the bits of a number.
    private static let exceptionSize = 12

    private static func divide(
        _ bytes: UnsafeMutablePointer<UInt8>, _ entry: Reader, _ exceptions: UnsafeRawBufferPointer
    ) throws(FilterError) {
        let raw = UnsafeMutableRawPointer(bytes)
        let power = FilterCoding.powersOfTen[entry.exponent]
        let largest = FilterCoding.largestInteger
        for index in 0..<entry.elementCount {
            let integer = Int64(littleEndian: raw.loadUnaligned(fromByteOffset: index &* 8, as: Int64.self))
            guard integer <= largest, integer >= -largest else { throw FilterError.number }
            raw.storeBytes(
                of: (Double(integer) / power).bitPattern.littleEndian, toByteOffset: index &* 8, as: UInt64.self)
        }
        var next = 0
        for target in stride(from: 0, to: exceptions.count, by: exceptionSize) {
            let index = Int(exceptions.littleEndian(UInt32.self, at: target))
            guard index >= next, index < entry.elementCount else { throw FilterError.number }
            next = index &+ 1
            raw.storeBytes(
                of: exceptions.littleEndian(UInt64.self, at: target + 4).littleEndian, toByteOffset: index * 8,
                as: UInt64.self)
        }
    }
}
