// What belongs to the tags of single values, and the varints after the values.

extension FieldJoiner {
    /// Restores a value of `1 << log2` bytes after the tag at `position`.
    @inline(__always)
    mutating func joinFixed(
        _ log2: Int, _ field: UnsafeMutablePointer<Int32>, _ position: UnsafeMutablePointer<UInt8>,
        _ limit: UnsafeMutablePointer<UInt8>, _ place: inout Int
    ) throws(FilterError) -> UnsafeMutablePointer<UInt8> {
        let size = 1 &<< log2
        let bytes = try nextBytes(size, FilterStream.bytes &+ log2, field)
        guard limit - position > size else { throw FilterError.size }
        (position + 1).update(from: bytes, count: size)
        cursor.advance(&place)
        return position + (1 &+ size)
    }

    /// Restores a reference in its shortest form.
    @inline(__always)
    mutating func joinReference(
        _ tag: UInt8, _ field: UnsafeMutablePointer<Int32>, to position: UnsafeMutablePointer<UInt8>,
        _ limit: UnsafeMutablePointer<UInt8>, _ place: inout Int
    ) throws(FilterError) -> UnsafeMutablePointer<UInt8> {
        let id = UInt64(try referenceID(tag, field))
        let (word, size) =
            if id < FilterToken.reference13Limit {
                (UInt64(FilterToken.reference13Tag) | id &>> 8 | (id & 0xFF) &<< 8, 2)
            } else if id < FilterToken.reference21Limit {
                (UInt64(FilterToken.reference21Tag) | id &>> 16 | (id & 0xFFFF) &<< 8, 3)
            } else {
                (UInt64(FilterToken.reference32Tag) | id &<< 8, 5)
            }
        guard limit - position >= size else { throw FilterError.size }
        if limit - position >= 8 {
            // What follows overwrites the surplus.
            UnsafeMutableRawPointer(position).storeBytes(of: word.littleEndian, as: UInt64.self)
        } else {
            for index in 0..<size { position[index] = UInt8(truncatingIfNeeded: word &>> UInt64(8 &* index)) }
        }
        cursor.advance(&place)
        return position + size
    }

    /// Restores a string's text after the `fixedSize` bytes at `position`, its tag and size.
    @inline(__always)
    mutating func joinString(
        _ size: Int, fixedSize: Int, _ field: UnsafeMutablePointer<Int32>, at position: UnsafeMutablePointer<UInt8>,
        _ limit: UnsafeMutablePointer<UInt8>, _ base: UnsafeMutablePointer<UInt8>, _ place: inout Int
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
        cursor.advance(&place)
        return text + present
    }

    /// Copies a complete string that the field had before.
    @inline(__always)
    mutating func repeatString(
        _ field: UnsafeMutablePointer<Int32>, to position: UnsafeMutablePointer<UInt8>,
        _ limit: UnsafeMutablePointer<UInt8>, _ base: UnsafeMutablePointer<UInt8>, _ place: inout Int
    ) throws(FilterError) -> UnsafeMutablePointer<UInt8> {
        let number = try number(FilterStream.repeats, field)
        guard let (offset, size) = strings.position(number, of: field), limit - position >= size else {
            throw FilterError.string
        }
        Self.copy(size, from: base + offset, upTo: UInt(bitPattern: limit), to: position, upTo: limit)
        cursor.advance(&place)
        return position + size
    }

    /// Restores the varints of a record table.
    mutating func joinVarints(
        from start: UnsafeMutablePointer<UInt8>, to limit: UnsafeMutablePointer<UInt8>,
        _ field: UnsafeMutablePointer<Int32>
    ) throws(FilterError) {
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
}
