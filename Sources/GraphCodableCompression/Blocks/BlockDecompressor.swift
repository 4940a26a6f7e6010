/// Decodes stored blocks to plain bytes.
///
/// Invariant of `@unchecked Sendable`: only one thread at a time uses it, and ownership is transferred between threads.
final class BlockDecompressor: @unchecked Sendable {
    private let decompressor: (any GraphBlockDecompressor)?
    private let form = HeapBuffer()
    private var joiner: FieldJoiner?

    /// The maximum memory in bytes for the form of a block and its streams.
    private let memoryLimit: Int

    init(_ decompressor: (any GraphBlockDecompressor)?, memoryLimit: Int = .max) {
        self.decompressor = decompressor
        self.memoryLimit = memoryLimit
    }

    /// Decompresses a block, and reverses the filter if the payload is filtered, into memory of exactly the plain size.
    ///
    /// - Returns: The number of bytes written; `nil` if the archive has no codec.
    func decode(
        _ stored: UnsafeRawBufferPointer, isFiltered: Bool, into target: UnsafeMutableRawBufferPointer
    ) throws -> Int? {
        guard let decompressor else { return nil }
        guard isFiltered else { return try decompressor.decompress(stored, into: target) }
        try join(try form(of: stored, plainSize: target.count), into: target)
        return target.count
    }

    /// Returns the form of a filtered block, valid until the next call.
    func form(of stored: UnsafeRawBufferPointer, plainSize: Int) throws -> UnsafeRawBufferPointer {
        let prefixSize = ContainerFormat.filteredPrefixSize
        guard let decompressor, stored.count > prefixSize else { throw FilterError.short }
        let size = Int(stored.littleEndian(UInt32.self, at: 0))
        // Writers must not filter a block whose form is larger than this.
        guard (1...2 * plainSize).contains(size) else { throw FilterError.formSize }
        guard size <= memoryLimit else { throw FilterError.memory }
        let room = try form.reserve(size)
        let made = try decompressor.decompress(UnsafeRawBufferPointer(rebasing: stored[prefixSize...]), into: room)
        guard made == size else { throw FilterError.short }
        return UnsafeRawBufferPointer(room)
    }

    /// Returns the maximum number of bytes for what is made of a form.
    func memory(besides form: UnsafeRawBufferPointer) -> Int { memoryLimit - form.count }

    private func join(_ form: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws(FilterError) {
        if joiner == nil { joiner = FieldJoiner() }
        try joiner?.join(form, into: target, memoryLimit: memory(besides: form))
    }
}
