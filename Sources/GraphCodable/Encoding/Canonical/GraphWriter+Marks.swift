extension _GraphWriter {
    /// Writes a mark in front of the values of a set or a dictionary, if sets are marked.
    @inlinable @inline(__always)
    func markUnordered(_ count: Int, valuesEach: Int = 1) throws {
        if state.pointee.marksUnordered, count > 1 {
            try writeUnorderedMark(count, valuesEach)
        }
    }

    /// Marks the values that an `encode(to:)` is about to encode without keys.
    func markUnorderedItems(_ count: Int, valuesEach: Int = 1) throws {
        guard state.pointee.marksUnordered else { return }
        // Where the encoder must not be used, nothing may be written.
        _ = try withSession { try $0.currentFrame() }
        try markUnordered(count, valuesEach: valuesEach)
    }

    @usableFromInline @inline(never)
    func writeUnorderedMark(_ count: Int, _ valuesEach: Int) throws {
        withSession { $0.hasMarks = true }
        try writeTag(UnorderedMark.tag)
        storeVarint(UInt64(count))
        storeVarint(UInt64(valuesEach))
    }

    /// Returns the numbers of a set, in ascending order if sets are marked.
    @inlinable @inline(__always)
    func ordered<Number>(_ kind: PackedKind, _ numbers: Set<Number>) -> [Number] {
        state.pointee.marksUnordered ? sorted(kind, Array(numbers)) : Array(numbers)
    }

    @usableFromInline @inline(never)
    func sorted<Number>(_ kind: PackedKind, _ numbers: [Number]) -> [Number] {
        var numbers = numbers
        numbers.withUnsafeMutableBytes { kind.sort($0) }
        return numbers
    }
}

extension PackedKind {
    /// Sorts numbers in memory. Floating-point numbers are in total order, so that each NaN has its place.
    fileprivate func sort(_ numbers: UnsafeMutableRawBufferPointer) {
        switch stride {
        case 1: sort(numbers, as: UInt8.self)
        case 2: sort(numbers, as: UInt16.self)
        case 4: sort(numbers, as: UInt32.self)
        case 8: sort(numbers, as: UInt64.self)
        default: sort(numbers, as: UInt128.self)
        }
    }

    private func sort<Bits: FixedWidthInteger & UnsignedInteger>(
        _ numbers: UnsafeMutableRawBufferPointer, as type: Bits.Type
    ) {
        let sign: Bits = 1 << (Bits.bitWidth - 1)
        // The memory has whole numbers of this size, and every bit pattern of an unsigned integer is valid.
        numbers.withMemoryRebound(to: Bits.self) { numbers in
            var numbers = numbers
            numbers.sort { ordered($0, sign) < ordered($1, sign) }
        }
    }

    /// Returns an unsigned integer that is in the order of the number with these bits.
    func ordered<Bits: FixedWidthInteger & UnsignedInteger>(_ bits: Bits, _ sign: Bits) -> Bits {
        switch self {
        case .bool, .uint8, .uint16, .uint32, .uint64, .uint128: bits
        case .int8, .int16, .int32, .int64, .int128: bits ^ sign
        // Of negative numbers, the larger magnitude comes first.
        case .float16, .float32, .float64: bits & sign == 0 ? bits | sign : ~bits
        }
    }
}
