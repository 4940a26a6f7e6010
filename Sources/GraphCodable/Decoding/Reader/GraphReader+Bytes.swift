extension _GraphReader {
    /// Returns the tag of the next value.
    @inlinable @inline(__always)
    func peekTag() throws -> UInt8 {
        guard state.pointee.cursor < state.pointee.end else { throw endOfRecord() }
        return state.pointee.cursor.load(as: UInt8.self)
    }

    @usableFromInline @inline(never)
    func endOfRecord() -> any Error {
        error(.malformed, "A record ends too early. The archive is damaged.")
    }

    /// Returns whether a tag is that of a reference. If the type is a value type, the reference is to a value with an
    /// identity.
    @inlinable
    static func isReference(_ tag: UInt8) -> Bool {
        (tag >= Tag.reference13 && tag < Tag.nil) || tag == Tag.reference32 || tag == Tag.conditionalReference
    }

    /// Skips a nil, or a reference to an object that is not in the archive, and returns whether it did.
    @inlinable
    func readNilOrAbsentReference(_ tag: UInt8) throws -> Bool {
        if tag == Tag.nil {
            state.pointee.cursor += 1
            return true
        }
        return try tag == Tag.conditionalReference && withSession { try $0.readAbsentReference() }
    }

    /// Skips a tag if it is the next one, and returns whether it did.
    @inlinable
    func skip(_ tag: UInt8) throws -> Bool {
        guard try peekTag() == tag else { return false }
        state.pointee.cursor += 1
        return true
    }

    /// Reads a string, or the one to which a reference refers.
    @usableFromInline
    func readString() throws -> String {
        let tag = try peekTag()
        let count: Int
        if tag >= Tag.inlineString, tag < Tag.inlineComposite {
            state.pointee.cursor += 1
            count = Int(tag &- Tag.inlineString)
        } else if tag == Tag.string {
            state.pointee.cursor += 1
            count = try readCount()
        } else if Self.isReference(tag) {
            let (text, hasMarks) = try withSession { (try $0.decodeIdentified(String.self), $0.notes.hasTextOfMarks) }
            // The program may compare it each time.
            if hasMarks { try charge(DecodingCost.hashing(text)) }
            return text
        } else {
            throw mismatch(String.self)
        }
        guard count <= state.pointee.end - state.pointee.cursor else { throw endOfRecord() }
        if count > 15 { try charge(DecodingCost.bytes(count)) }
        let utf8 = UnsafeBufferPointer(
            start: state.pointee.cursor.assumingMemoryBound(to: UInt8.self), count: count)
        // ASCII is always valid, and creating a string from it takes a fraction of the time of validation.
        let start = state.pointee.cursor
        if start.isASCII(count: count) {
            state.pointee.cursor += count
            // A short string is stored inline and needs no memory.
            guard count <= 15 else { return String(decoding: utf8, as: UTF8.self) }
            return String(unsafeUninitializedCapacity: count) { text in
                if let target = text.baseAddress {
                    UnsafeMutableRawPointer(target).copyShort(from: start, byteCount: count)
                }
                return count
            }
        }
        guard let string = String(validating: utf8, as: UTF8.self) else {
            throw error(.malformed, "A string is not valid UTF-8. The archive is damaged.")
        }
        if count >= 256 {
            let cost = DecodingCost.marks(in: string, UnsafeRawBufferPointer(utf8))
            if cost > 0 { withSession { ($0.notes.hasTextOfMarks, $0.hasNotes) = (true, true) } }
            try charge(cost)
        }
        state.pointee.cursor += count
        return string
    }

    /// Reads a count of items that take at least `minimumSize` bytes each.
    @usableFromInline @inline(__always)
    func readCount(minimumSize: Int = 1) throws -> Int {
        // Most counts take one byte.
        let cursor = state.pointee.cursor
        if cursor < state.pointee.end {
            let byte = Int(cursor.load(as: UInt8.self))
            if byte < 0x80, byte &* minimumSize < state.pointee.end - cursor {
                state.pointee.cursor = cursor + 1
                return byte
            }
        }
        return try withSession { try $0.readLongCount(minimumSize: minimumSize) }
    }

    /// Reads the kind and the bytes of a packed array, or returns `nil` if the next tag is a different one.
    @usableFromInline
    func readPacked() throws -> (kind: PackedKind, bytes: UnsafeRawBufferPointer)? {
        let tag = try peekTag()
        guard tag >= Tag.packed, let kind = PackedKind(rawValue: tag &- Tag.packed) else { return nil }
        state.pointee.cursor += 1
        return (kind, try readPackedElements(stride: kind.stride))
    }

    /// Reads the count and the bytes of the elements of a packed array whose tag has been read.
    @inlinable @inline(__always)
    func readPackedElements(stride: Int) throws -> UnsafeRawBufferPointer {
        let elementCount = try readCount(minimumSize: stride)
        if elementCount > state.pointee.maximumElementCount {
            try withSession { try $0.checkElementCount(elementCount) }
        }
        // The bytes that are left limit this number.
        let count = elementCount &* stride
        let bytes = UnsafeRawBufferPointer(start: state.pointee.cursor, count: count)
        state.pointee.cursor += count
        return bytes
    }

    /// Reads the bytes of a binary value whose tag has been checked.
    @usableFromInline
    func readBinary() throws -> UnsafeRawBufferPointer {
        state.pointee.cursor += 1
        let count = try readCount()
        defer { state.pointee.cursor += count }
        return UnsafeRawBufferPointer(start: state.pointee.cursor, count: count)
    }
}
