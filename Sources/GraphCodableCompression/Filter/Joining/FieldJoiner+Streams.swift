// Taking elements from the streams of a form.

extension FieldJoiner {
    /// Returns the next bytes of a field's stream of a kind.
    @inline(__always)
    mutating func nextBytes(
        _ size: Int, _ kind: Int, _ field: UnsafeMutablePointer<Int32>
    ) throws(FilterError) -> UnsafePointer<UInt8> {
        let (reader, next, rest) = Self.reader(kind, field)
        guard rest >= size else { return try firstBytes(size, kind, field) }
        reader.storeBytes(of: next + size, as: UnsafePointer<UInt8>.self)
        return next
    }

    /// Returns the address of a field's reader of a kind, its next byte, and how many bytes it has left: none if it is not assigned.
    @inline(__always)
    private static func reader(
        _ kind: Int, _ field: UnsafeMutablePointer<Int32>
    ) -> (reader: UnsafeMutableRawPointer, next: UnsafePointer<UInt8>, rest: Int) {
        let reader = UnsafeMutableRawPointer(field) + FieldRecord.readerOffset(kind)
        let next = reader.load(as: UnsafePointer<UInt8>.self)
        return (reader, next, reader.load(fromByteOffset: FieldRecord.readerEnd, as: UnsafePointer<UInt8>.self) - next)
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
    func end(of kind: Int, _ field: UnsafeMutablePointer<Int32>) -> UInt {
        UnsafeRawPointer(field).load(
            fromByteOffset: FieldRecord.readerOffset(kind) &+ FieldRecord.readerEnd, as: UInt.self)
    }

    /// Copies `count` bytes to `target`, where the restored part of the block ends. It may overwrite the rest up to `targetEnd`.
    ///
    /// Most texts are short, and their sizes hard to predict. So 32 bytes are copied if both sides have as many, and the values
    /// that follow overwrite the surplus.
    @inline(__always)
    static func copy(
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
    mutating func number(_ kind: Int, _ field: UnsafeMutablePointer<Int32>) throws(FilterError) -> UInt32 {
        UInt32(littleEndian: UnsafeRawPointer(try nextBytes(4, kind, field)).loadUnaligned(as: UInt32.self))
    }

    /// Returns the id for the tag of a reference.
    ///
    /// A new reference and a known one are equally likely. So both are done the same way, without a jump, if the field has another
    /// known one: a new one just doesn't take it.
    @inline(__always)
    mutating func referenceID(_ tag: UInt8, _ field: UnsafeMutablePointer<Int32>) throws(FilterError) -> UInt32 {
        let (reader, next, rest) = Self.reader(FilterStream.references, field)
        let isKnown = UInt32(tag & 1)
        let newID = nextID
        guard rest >= 4 else {
            if isKnown == 1 { return try number(FilterStream.references, field) }
            nextID &+= 1
            return newID
        }
        let stored = UInt32(littleEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt32.self))
        reader.storeBytes(of: next + 4 &* Int(isKnown), as: UnsafePointer<UInt8>.self)
        nextID = newID &+ (1 &- isKnown)
        return newID ^ (newID ^ stored) & (0 &- isKnown)
    }

    @inline(__always)
    mutating func varint(_ field: UnsafeMutablePointer<Int32>) throws(FilterError) -> UInt16 {
        UInt16(
            littleEndian: UnsafeRawPointer(try nextBytes(2, FilterStream.varints, field)).loadUnaligned(as: UInt16.self)
        )
    }

    mutating func copy(
        _ size: Int, of kind: Int, _ field: UnsafeMutablePointer<Int32>, to position: UnsafeMutablePointer<UInt8>
    ) throws(FilterError) -> UnsafeMutablePointer<UInt8> {
        guard size > 0 else { return position }
        position.update(from: try nextBytes(size, kind, field), count: size)
        return position + size
    }

    /// Copies a varint from a field's counts to the place after the tag at `position`. Returns its value and its size.
    @inline(__always)
    mutating func copyVarint(
        _ field: UnsafeMutablePointer<Int32>, to position: UnsafeMutablePointer<UInt8>,
        _ limit: UnsafeMutablePointer<UInt8>
    ) throws(FilterError) -> (UInt64, Int) {
        let (reader, next, rest) = Self.reader(FilterStream.counts, field)
        if rest >= 8, limit - position > 8 {
            let word = UInt64(littleEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
            let ends = ~word & 0x8080_8080_8080_8080
            if ends != 0 {
                let width = (ends.trailingZeroBitCount &+ 1) &>> 3
                reader.storeBytes(of: next + width, as: UnsafePointer<UInt8>.self)
                // What follows overwrites the surplus.
                UnsafeMutableRawPointer(position + 1).storeBytes(of: word.littleEndian, as: UInt64.self)
                // Groups of seven bits, up to the end that is lowest; then of 14, 28 and 56.
                var value = word & (ends ^ (ends &- 1)) & 0x7F7F_7F7F_7F7F_7F7F
                value = value & 0x007F_007F_007F_007F | (value & 0x7F00_7F00_7F00_7F00) &>> 1
                value = value & 0x0000_3FFF_0000_3FFF | (value & 0x3FFF_0000_3FFF_0000) &>> 2
                value = value & 0x0FFF_FFFF | (value & 0x0FFF_FFFF_0000_0000) &>> 4
                return (value, width)
            }
        }
        return try copyBytes(ofVarint: field, to: position, limit)
    }

    /// Copies a varint byte by byte: one of nine bytes, or near the end of its stream or the block.
    @inline(never)
    private mutating func copyBytes(
        ofVarint field: UnsafeMutablePointer<Int32>, to position: UnsafeMutablePointer<UInt8>,
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
}
