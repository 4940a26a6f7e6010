import GraphCodable

/// Checks whether a raw archive that is processed in pieces is complete and within a reader's limits.
///
/// It doesn't check the records, because that requires the complete archive in memory.
struct RawArchiveCheck {
    private let options: GraphContainerReadingOptions
    private var size: UInt64 = 0
    private var tail: [UInt8] = []

    init(_ options: GraphContainerReadingOptions) {
        self.options = options
    }

    /// Throws an error if a reader with the same limits would refuse an archive of this size.
    func check(size: UInt64) throws(GraphContainerError) {
        try require(
            size <= options.policy.maximumPlainByteCount, or: .limitExceeded,
            "The archive has more than \(options.policy.maximumPlainByteCount) bytes, so that it would not be "
                + "decompressed with the same limits. Raise GraphDecodingPolicy.maximumPlainByteCount.",
            at: options.policy.maximumPlainByteCount)
    }

    mutating func add(_ piece: UnsafeRawBufferPointer) throws(GraphContainerError) {
        size += UInt64(piece.count)
        try check(size: size)
        let count = ContainerFormat.rawEndMark.count
        tail = (tail + piece.suffix(count)).suffix(count)
    }

    /// Throws an error unless the last bytes are the end mark of a raw archive.
    func finish() throws(GraphContainerError) {
        guard tail == ContainerFormat.rawEndMark else {
            throw Self.hasNoEnd(at: size)
        }
    }

    /// Throws an error unless the bytes begin and end like a raw archive.
    static func requireRaw(_ archive: UnsafeRawBufferPointer) throws(GraphContainerError) {
        try ArchiveKind(prefix: archive).require(.raw)
        guard archive.suffix(ContainerFormat.rawEndMark.count).elementsEqual(ContainerFormat.rawEndMark) else {
            throw hasNoEnd(at: archive.count)
        }
    }

    private static func hasNoEnd(at offset: some BinaryInteger) -> GraphContainerError {
        GraphContainerError(
            .truncated,
            "The archive does not end with its end mark: its end is missing, or bytes follow it. Fetch it again or use a "
                + "backup.", byteOffset: UInt64(offset))
    }
}
