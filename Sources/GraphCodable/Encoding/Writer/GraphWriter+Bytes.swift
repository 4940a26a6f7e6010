extension _GraphWriter {
    /// Ensures that a short value fits: ``WriterState/slack`` bytes.
    @inlinable @inline(__always)
    func makeRoom() throws {
        if state.pointee.cursor > state.pointee.limit {
            try withSession { try $0.handOnChunk() }
        }
    }

    @inlinable @inline(__always)
    func store(_ byte: UInt8) {
        state.pointee.cursor.storeBytes(of: byte, as: UInt8.self)
        state.pointee.cursor += 1
    }

    /// Stores a tag and eight bytes, of which only the first `count` are kept.
    @inlinable @inline(__always)
    func store(_ tag: UInt8, _ bits: UInt64, count: Int) {
        let cursor = state.pointee.cursor
        cursor.storeBytes(of: tag, as: UInt8.self)
        (cursor + 1).storeBytes(of: bits.littleEndian, as: UInt64.self)
        state.pointee.cursor = cursor + (1 &+ count)
    }

    @inlinable
    func storeVarint(_ value: UInt64) {
        Varint.write(value) { store($0) }
    }

    @inlinable @inline(__always)
    func writeTag(_ tag: UInt8) throws {
        try makeRoom()
        store(tag)
    }

    /// Writes a string, or a reference if it has an identity.
    @usableFromInline
    func writeString(_ value: String) throws {
        if state.pointee.stringsHaveIdentity, try encodeIfIdentified(value) { return }
        try write(value)
    }

    @inline(__always)
    func write(_ value: String) throws {
        // `withUTF8` would need a copy of its own, and retain it.
        if try value.utf8.withContiguousStorageIfAvailable({ try writeUTF8($0) }) == nil {
            var native = value
            try native.withUTF8 { try writeUTF8($0) }
        }
    }

    @inline(__always)
    private func writeUTF8(_ utf8: UnsafeBufferPointer<UInt8>) throws {
        try makeRoom()
        // As when decoding, shorter ones cost nothing.
        if utf8.count > 15 { charge(DecodingCost.bytes(utf8.count)) }
        if utf8.count < 32 {
            store(Tag.inlineString &+ UInt8(truncatingIfNeeded: utf8.count))
            if let base = utf8.baseAddress {
                state.pointee.cursor.copyShort(from: base, byteCount: utf8.count)
                state.pointee.cursor += utf8.count
            }
        } else {
            store(Tag.string)
            storeVarint(UInt64(utf8.count))
            try writeBytes(UnsafeRawBufferPointer(utf8), owner: nil)
        }
    }

    /// Writes raw bytes, in as many pieces as necessary. `owner` provides the bytes again at any time until the encoding
    /// ends. Without it, large numbers of bytes are copied.
    @usableFromInline
    func writeBytes(
        _ bytes: UnsafeRawBufferPointer, owner: (((UnsafeRawBufferPointer) throws -> Void) throws -> Void)?
    ) throws {
        guard let base = bytes.baseAddress, bytes.count > 0 else { return }
        if bytes.count <= WriterState.slack {
            try makeRoom()
            state.pointee.cursor.copyMemory(from: base, byteCount: bytes.count)
            state.pointee.cursor += bytes.count
        } else {
            try withSession { try $0.writeLargeBytes(bytes, owner: owner) }
        }
    }

    /// Writes an array whose memory is the form in the archive.
    @inlinable @inline(__always)
    func writePacked<Element>(_ kind: PackedKind, _ elements: [Element]) throws {
        // The count takes one byte, and the elements fit after it.
        let shortCount = min(0x7F, 1_024 / MemoryLayout<Element>.stride)
        guard elements.count <= min(shortCount, state.pointee.maximumElementCount) else {
            return try writeLongPacked(Tag.packed &+ kind.rawValue, elements)
        }
        try makeRoom()
        charge(DecodingCost.packed(elements.count &* MemoryLayout<Element>.stride))
        elements.withUnsafeBytes { storeShortPacked(Tag.packed &+ kind.rawValue, count: elements.count, $0) }
    }

    /// Stores a packed array that fits into the room of a short value.
    @inlinable @inline(__always)
    func storeShortPacked(_ tag: UInt8, count: Int, _ bytes: UnsafeRawBufferPointer) {
        let cursor = state.pointee.cursor
        cursor.storeBytes(of: tag, as: UInt8.self)
        (cursor + 1).storeBytes(of: UInt8(truncatingIfNeeded: count), as: UInt8.self)
        if let start = bytes.baseAddress {
            (cursor + 2).copyShort(from: start, byteCount: bytes.count)
        }
        state.pointee.cursor = cursor + (2 &+ bytes.count)
    }

    @usableFromInline @inline(never)
    func writeLongPacked<Element>(_ tag: UInt8, _ elements: [Element]) throws {
        try checkElementCount(elements.count)
        try makeRoom()
        charge(DecodingCost.packed(elements.count.multipliedClamped(by: MemoryLayout<Element>.stride)))
        store(tag)
        storeVarint(UInt64(elements.count))
        try elements.withUnsafeBytes {
            try writeBytes($0, owner: $0.count < WriterState.bulkSize ? nil : { try elements.withUnsafeBytes($0) })
        }
    }
}
