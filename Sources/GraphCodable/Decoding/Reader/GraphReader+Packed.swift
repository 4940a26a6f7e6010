extension _GraphReader {
    /// Decodes an array from a packed array of the same kind, whose tag has been read.
    ///
    /// - Parameter kind: The kind of `Element`.
    @inlinable @inline(__always)
    func decodePacked<Element: GDecodable>(_ kind: PackedKind) throws -> [Element] {
        let start = state.pointee.cursor
        let bytes = try readPackedElements(stride: kind.stride)
        try charge(DecodingCost.packed(bytes.count))
        if kind == .bool, bytes.contains(where: { $0 > 1 }) {
            throw error(.malformed, "A boolean is neither 0 nor 1. The archive is damaged.", at: start)
        }
        // The invariant stands with PackedKind. For booleans, it was just checked.
        let count = bytes.count / MemoryLayout<Element>.stride
        if MemoryLayout<Element>.alignment == 1, let start = bytes.baseAddress {
            return Array(UnsafeBufferPointer(start: start.assumingMemoryBound(to: Element.self), count: count))
        }
        if bytes.count <= ReaderState.scratchSize, let start = bytes.baseAddress {
            // For small arrays, copying through an aligned buffer is faster than filling uninitialized memory.
            let scratch = state.pointee.scratch
            scratch.copyShort(from: start, byteCount: bytes.count)
            return Array(
                UnsafeBufferPointer(start: scratch.bindMemory(to: Element.self, capacity: count), count: count))
        }
        return [Element](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
            initializedCount = count
        }
    }

    /// Decodes an array from a packed array of another kind, if all elements fit.
    ///
    /// - Parameter wanted: The kind of `Element`.
    @usableFromInline @inline(never)
    func decodeForeignPacked<Element: GDecodable>(_ wanted: PackedKind) throws -> [Element] {
        let start = state.pointee.cursor
        guard let (kind, bytes) = try readPacked() else { throw mismatch([Element].self) }
        // Reject an array even if it happens to be empty, so that mistakes show immediately.
        guard kind.family == wanted.family else {
            throw error(
                .typeMismatch,
                """
                The archive holds an array of \(kind.family.rawValue)s where \
                \(TypeNames.shortName(of: [Element].self)) was expected. \
                \(DecodingSession.conversionAdvice)
                """, at: start)
        }
        return try convert(from: kind, bytes, at: start)
    }

    /// Converts elements of another kind by reading each as a separate value.
    ///
    /// - Parameter array: The start of the array.
    private func convert<Element: GDecodable>(
        from kind: PackedKind, _ bytes: UnsafeRawBufferPointer, at array: UnsafeRawPointer
    ) throws -> [Element] {
        let tag: UInt8
        switch kind {
        case .bool: throw mismatch(Element.self)
        case .int8: tag = Tag.int8
        case .uint8, .int16: tag = Tag.int16
        case .uint16, .int32: tag = Tag.int32
        case .uint32, .int64: tag = Tag.int64
        case .uint64: tag = Tag.uint64
        case .int128: tag = Tag.int128
        case .uint128: tag = Tag.uint128
        case .float16: tag = Tag.float16
        case .float32: tag = Tag.float32
        case .float64: tag = Tag.float64
        }
        try charge(DecodingCost.collection(bytes.count / kind.stride, elementSize: MemoryLayout<Element>.stride))
        let outer = (state.pointee.cursor, state.pointee.end)
        defer { (state.pointee.cursor, state.pointee.end) = outer }
        var elements: [Element] = []
        elements.reserveCapacity(bytes.count / kind.stride)
        // The tag, the widest payload, and the readable bytes that must follow the end of a record.
        try withUnsafeTemporaryAllocation(byteCount: 17 + ArchiveFormat.minimumTailSize, alignment: 16) { scratch in
            scratch.initializeMemory(as: UInt8.self, repeating: 0)
            guard let start = scratch.baseAddress else { return }
            start.storeBytes(of: tag, as: UInt8.self)
            for offset in stride(from: 0, to: bytes.count, by: kind.stride) {
                // The zeros that follow widen unsigned kinds.
                (start + 1).copyMemory(from: bytes.baseAddress.unsafelyUnwrapped + offset, byteCount: kind.stride)
                state.pointee.cursor = UnsafeRawPointer(start)
                state.pointee.end = UnsafeRawPointer(start) + 17
                do {
                    elements.append(try Element._decode(from: self))
                } catch let failure as GraphCodableError {
                    // Report the position of the array, not one in the scratch memory.
                    (state.pointee.cursor, state.pointee.end) = outer
                    throw error(failure.code, failure.message, at: array)
                }
            }
        }
        return elements
    }
}
