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
}
