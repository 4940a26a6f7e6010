/// Makes plain bytes of one stored block after another.
///
/// Invariant of `@unchecked Sendable`: it is used by one thread at a time, which has taken it from whoever used it before.
final class BlockDecoder: @unchecked Sendable {
    private let decompressor: (any GraphBlockDecompressor)?
    private let form = HeapBuffer()
    /// Room for a block, for whoever uses the decoder.
    let plain = HeapBuffer()
    /// Made for the first filtered block.
    private var joiner: FieldJoiner?

    init(_ decompressor: (any GraphBlockDecompressor)?) {
        self.decompressor = decompressor
    }

    deinit {
        joiner?.deallocate()
    }

    /// Decompresses a block and puts it together if it is filtered.
    ///
    /// - Parameters:
    ///   - stored: The payload of the block's section.
    ///   - isFiltered: Whether it is the filtered form.
    ///   - target: Room for exactly the plain bytes.
    /// - Returns: The number of bytes written; `nil` when the archive has no codec.
    /// - Throws: What the codec throws; `GraphContainerError`; `FilterError`.
    func decode(
        _ stored: UnsafeRawBufferPointer, isFiltered: Bool, into target: UnsafeMutableRawBufferPointer
    ) throws -> Int? {
        guard let decompressor else { return nil }
        guard isFiltered else { return try decompressor.decompress(stored, into: target) }
        try join(try form(of: stored, plainSize: target.count), into: target)
        return target.count
    }

    /// The form of a filtered block, valid until the next call.
    ///
    /// - Parameters:
    ///   - stored: The payload of the block's section.
    ///   - plainSize: The plain bytes of the block.
    /// - Throws: What the codec throws; `GraphContainerError`; `FilterError`.
    func form(of stored: UnsafeRawBufferPointer, plainSize: Int) throws -> UnsafeRawBufferPointer {
        let prefixSize = ContainerFormat.filteredPrefixSize
        guard let decompressor, stored.count > prefixSize else { throw FilterError(.short) }
        let size = Int(stored.littleEndian(UInt32.self, at: 0))
        // A writer must not filter a block that becomes larger than this.
        guard (1...2 * plainSize).contains(size) else { throw FilterError(.formSize) }
        let room = try form.reserve(size)
        let made = try decompressor.decompress(UnsafeRawBufferPointer(rebasing: stored[prefixSize...]), into: room)
        guard made == size else { throw FilterError(.short) }
        return UnsafeRawBufferPointer(room)
    }

    private func join(_ form: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws(FilterError) {
        if joiner == nil { joiner = FieldJoiner() }
        try joiner?.join(form, into: target)
    }
}
