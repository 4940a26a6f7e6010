import GraphCodable

/// Looks whether the bytes of a raw archive that pass by are all there, and no more than a reader would take.
///
/// Whether the records are sound is another matter, for which all of the archive has to be in memory.
struct RawArchiveCheck {
    private let options: GraphContainerReadingOptions
    private var size: UInt64 = 0
    /// The last bytes so far.
    private var tail: [UInt8] = []

    init(_ options: GraphContainerReadingOptions) {
        self.options = options
    }

    /// Throws when a reader with the same limits would refuse so many bytes.
    func check(size: UInt64) throws(GraphContainerError) {
        guard size <= options.policy.maximumPlainByteCount else {
            throw GraphContainerError(
                .limitExceeded,
                "The archive has more than \(options.policy.maximumPlainByteCount) bytes, so that it would not be "
                    + "decompressed with the same limits. Raise GraphDecodingPolicy.maximumPlainByteCount.",
                byteOffset: options.policy.maximumPlainByteCount)
        }
    }

    /// Takes the next bytes.
    mutating func add(_ piece: UnsafeRawBufferPointer) throws(GraphContainerError) {
        size += UInt64(piece.count)
        try check(size: size)
        let count = ContainerFormat.rawEndMark.count
        tail = (tail + piece.suffix(count)).suffix(count)
    }

    /// Throws unless the last bytes were those of a raw archive.
    func finish() throws(GraphContainerError) {
        guard tail == ContainerFormat.rawEndMark else {
            throw GraphContainerError.truncated(at: size, "without the mark of its end")
        }
    }

    /// Throws unless the bytes have the beginning and the end of a raw archive.
    static func requireRaw(_ archive: UnsafeRawBufferPointer) throws(GraphContainerError) {
        guard try ArchiveKind(prefix: archive) == .raw else {
            throw GraphContainerError(
                .invalidArgument,
                "The archive is compressed already. Give the raw one, or use GraphContainer.recode to change the codec.",
                byteOffset: 0)
        }
        guard archive.suffix(ContainerFormat.rawEndMark.count).elementsEqual(ContainerFormat.rawEndMark) else {
            throw GraphContainerError.truncated(at: archive.count, "without the mark of its end")
        }
    }
}
