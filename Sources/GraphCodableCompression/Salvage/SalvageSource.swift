/// A file that may be damaged.
struct SalvageSource {
    let bytes: RandomAccess
    let path: String?
    /// The attributes that a file created from this one inherits; `nil` unless this is a file.
    let attributes: FileAttributes?

    /// Opens a file. An input that cannot be read in any order, such as a pipe, is first read into memory.
    ///
    /// - Parameter progress: A closure that is called after each piece of such an input, whose size is unknown.
    /// - Throws: `GraphContainerError` with the code `fileFailure` or `invalidArgument`, or `limitExceeded` for a pipe
    ///   with more bytes than a raw archive may have; `CancellationError`; the errors of `progress`.
    init(
        _ endpoint: GraphContainer.Endpoint, options: GraphContainerReadingOptions,
        progress: GraphContainer.ProgressHandler? = nil
    ) throws {
        let file = try endpoint.open()
        path = file.path
        attributes = try file.attributes
        let status = try file.status()
        // The position of a borrowed descriptor is unknown.
        if status.kind == .regular, file.path != nil {
            bytes = RandomAccess(file, size: status.size)
            return
        }
        let buffer = HeapBuffer()
        try ByteSource { try file.read(into: $0) }.forEachPiece { piece in
            let size = UInt64(buffer.count) + UInt64(piece.count)
            try options.check(plainSize: size, storedSize: size, at: UInt64(buffer.count))
            try buffer.append(piece)
            try GraphContainer.report(progress, size, of: nil)
        }
        bytes = RandomAccess(buffer.bytes, owner: buffer)
    }

    /// Uses bytes in memory, which must remain valid while the source is in use.
    init(_ memory: UnsafeRawBufferPointer) {
        bytes = RandomAccess(memory)
        path = nil
        attributes = nil
    }
}
