extension EncodingSession {
    /// Flushes the current chunk, and continues with an empty one.
    @usableFromInline @inline(never)
    func handOnChunk() throws {
        if let failure {
            throw failure
        }
        guard !state.pointee.marksUnordered else { return growChunk() }
        openPendingFrames()
        let writer = state
        let count = writer.pointee.cursor - writer.pointee.chunk
        if count > 0 {
            try checkSize(position)
            if let sink = output.sink {
                try give(UnsafeRawBufferPointer(start: writer.pointee.chunk, count: count), to: sink)
            } else {
                let chunk = output.append(writer.pointee.chunk, count: count)
                writer.pointee.chunk = chunk
                writer.pointee.limit = chunk + WriterState.chunkSize
            }
        }
        writer.pointee.cursor = writer.pointee.chunk
        writer.pointee.absentEnd = nil
    }

    /// Doubles the chunk. While elements have no final order, nothing may depend on where a chunk ends.
    private func growChunk() {
        let writer = state
        let used = writer.pointee.cursor - writer.pointee.chunk
        let size = (writer.pointee.limit - writer.pointee.chunk) * 2
        let chunk = ChunkOutput.makeChunk(size: size)
        chunk.copyMemory(from: writer.pointee.chunk, byteCount: used)
        let shift = chunk - writer.pointee.chunk
        var frame = writer.pointee.frame
        while frame > writer.pointee.frames {
            frame.pointee.header = frame.pointee.header.map { $0 + shift }
            frame -= 1
        }
        writer.pointee.absentEnd = writer.pointee.absentEnd.map { $0 + shift }
        writer.pointee.chunk.deallocate()
        (writer.pointee.chunk, writer.pointee.cursor) = (chunk, chunk + used)
        writer.pointee.limit = chunk + size
    }

    /// Passes bytes to a sink. They count only once the sink has accepted them.
    private func give(_ bytes: UnsafeRawBufferPointer, to sink: ChunkOutput.Sink) throws {
        let cost = cost
        try callUserCode { try sink(bytes, cost) }
        output.handedOn += bytes.count
    }

    /// Writes bytes that do not fit after a chunk's limit.
    ///
    /// Whether they are flushed or copied depends only on their number, so that an archive has the same bytes whether
    /// it is streamed or created in memory.
    func writeLargeBytes(
        _ bytes: UnsafeRawBufferPointer, owner: (((UnsafeRawBufferPointer) throws -> Void) throws -> Void)?
    ) throws {
        if bytes.count >= WriterState.bulkSize, !state.pointee.marksUnordered {
            try handOnChunk()
            try checkSize(position + bytes.count)
            if let sink = output.sink {
                return try give(bytes, to: sink)
            }
            return output.keepBulk(bytes, owner: owner)
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            try _writer.makeRoom()
            let room = state.pointee.limit - state.pointee.cursor + WriterState.slack
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(room))
            if let base = piece.baseAddress {
                state.pointee.cursor.copyMemory(from: base, byteCount: piece.count)
                state.pointee.cursor += piece.count
            }
            rest = rest.dropFirst(room)
        }
    }

    /// Throws an error if an archive is larger than readers accept.
    private func checkSize(_ size: Int) throws {
        // Marks make an archive at most twice as large.
        let size = state.pointee.marksUnordered ? size / 2 : size
        try require(
            UInt64(size) <= policy.maximumPlainByteCount, .limitExceeded,
            """
            The archive would have more than the \(policy.maximumPlainByteCount) bytes of maximumPlainByteCount in the \
            encoder's policy.
            """)
    }

    func writeArchiveHeader() {
        state.pointee.cursor.storeBytes(of: ArchiveFormat.signature.littleEndian, as: UInt64.self)
        state.pointee.cursor.storeBytes(of: ArchiveFormat.version, toByteOffset: 8, as: UInt8.self)
        state.pointee.cursor += ArchiveFormat.headerSize
    }

    /// Writes the record table, the directory and the trailer.
    @inline(__always)
    func writeEnd(_ extensions: [String: Bytes]) throws {
        let recordTable = position
        try _writer.makeRoom()
        _writer.storeVarint(UInt64(records.count))
        _writer.storeVarint(UInt64(nextID))
        try _writer.writeBytes(records.bytes, owner: nil)

        let directoryStart = position
        try directory.write(to: _writer)
        if !extensions.isEmpty {
            try write(extensions)
        }
        try checkDirectory()

        let directoryEnd = position
        try _writer.makeRoom()
        _writer.storeTrailer(
            recordTableSize: directoryStart - recordTable, directorySize: directoryEnd - directoryStart)
        try checkSize(position)
        if !state.pointee.marksUnordered {
            try checkCost()
        }
        let last = UnsafeRawBufferPointer(
            start: state.pointee.chunk, count: state.pointee.cursor - state.pointee.chunk)
        if let sink = output.sink {
            return try give(last, to: sink)
        }
        output.finish(last)
    }

    /// Throws an error if readers do not accept the directory that has just been written.
    @inline(__always)
    private func checkDirectory() throws {
        if let name = directory.ambiguousName {
            throw fail(
                .notEncodable,
                """
                Two types would have the name '\(name)' and the same version in the archive, but they are not the same: one is a \
                class and the other is not, or a part of another archive uses it. Give the program's type another name or version.
                """)
        }
        try require(
            directory.entryCount <= policy.maximumDirectoryEntryCount, .limitExceeded,
            """
            The archive would have \(directory.entryCount) keys, types, shapes and slots, more than the \
            \(policy.maximumDirectoryEntryCount) of maximumDirectoryEntryCount in the encoder's policy.
            """)
    }

    @inline(never)
    private func write(_ extensions: [String: Bytes]) throws {
        let bytes = ArchiveExtensions.bytes(of: extensions)
        try bytes.withUnsafeBytes { try _writer.writeBytes($0, owner: { try bytes.withUnsafeBytes($0) }) }
    }
}

extension _GraphWriter {
    @inline(__always)
    fileprivate func storeTrailer(recordTableSize: Int, directorySize: Int) {
        Varint.writeReversed(UInt64(recordTableSize)) { store($0) }
        Varint.writeReversed(UInt64(directorySize)) { store($0) }
        // Four bytes are stored, of which the end mark is the first three. The chunk has room for the fourth.
        state.pointee.cursor.storeBytes(of: ArchiveFormat.endMark.littleEndian, as: UInt32.self)
        state.pointee.cursor += ArchiveFormat.endMarkSize
    }
}
