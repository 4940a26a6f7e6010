/// Filters and compresses blocks.
///
/// Invariant of `@unchecked Sendable`: only one thread at a time uses it, and ownership is transferred between threads.
final class BlockCompressor: @unchecked Sendable {
    /// The minimum size of filtered blocks.
    static let leastFilteredSize = 256
    /// The maximum size of blocks that are compressed both with and without the filter.
    private static let smallSize = 1 << 14

    /// The maximum number of bytes that LZ4 adds to a block, from `LZ4_compressBound`.
    static func spareRoom(for plainSize: Int) -> Int { plainSize / 255 + 16 }

    private let compressor: (any GraphBlockCompressor)?
    private let prefersSpareRoom: Bool
    private let other = HeapBuffer()
    /// Created for the first block to filter.
    private var filter: BlockFilter?

    init(_ compressor: (any GraphBlockCompressor)?) {
        self.compressor = compressor
        prefersSpareRoom = compressor is any PrefersSpareRoom
    }

    /// Encodes a block that is not empty, and filters it if the start of its values is known. A block that would exceed the
    /// expansion is compressed without the filter.
    ///
    /// - Parameter target: Memory with ``spareRoom(for:)`` more bytes than the block has.
    /// - Returns: The number of bytes written; `nil` if the block must be stored raw.
    func encode(
        _ plain: UnsafeRawBufferPointer, from start: BlockStart?, largestExpansion: UInt64,
        into target: UnsafeMutableRawBufferPointer
    ) throws -> (size: Int, isFiltered: Bool)? {
        guard let compressor, plain.count > 1 else { return nil }
        var filtered: Int?
        if let start, let form = try makeForm(plain, start) {
            filtered = try compressForm(form, of: plain, into: target, compressor)
            // Readers refuse excessive expansion, which is rare without the filter.
            if let size = filtered,
                UInt64(size + ContainerFormat.headerSize) < UInt64(plain.count) / max(largestExpansion, 1)
            {
                filtered = nil
            }
            if let filtered, plain.count > Self.smallSize, filtered < plain.count - plain.count / 4 {
                return (filtered, true)
            }
        }
        let room = filtered == nil ? target : try other.reserve(target.count)
        let size = try compress(plain, into: room, atMost: plain.count - 1, compressor)
        if let filtered, size.map({ filtered < $0 }) ?? true {
            return (filtered, true)
        }
        guard let size else { return nil }
        if filtered != nil {
            UnsafeMutableRawBufferPointer(rebasing: target[..<size]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: room[..<size]))
        }
        return (size, false)
    }

    private func makeForm(
        _ plain: UnsafeRawBufferPointer, _ start: BlockStart
    ) throws(GraphContainerError) -> UnsafeRawBufferPointer? {
        if filter == nil { filter = BlockFilter() }
        return try filter?.filter(plain, from: start)
    }

    private func compressForm(
        _ form: UnsafeRawBufferPointer, of plain: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer,
        _ compressor: any GraphBlockCompressor
    ) throws -> Int? {
        let prefixSize = ContainerFormat.filteredPrefixSize
        guard plain.count > prefixSize + 2 else { return nil }
        target.storeLittleEndian(UInt32(form.count), at: 0)
        let room = UnsafeMutableRawBufferPointer(rebasing: target[prefixSize...])
        return try compress(form, into: room, atMost: plain.count - 1 - prefixSize, compressor).map { $0 + prefixSize }
    }

    private func compress(
        _ bytes: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer, atMost limit: Int,
        _ compressor: any GraphBlockCompressor
    ) throws -> Int? {
        let capacity = prefersSpareRoom ? room.count : limit
        let target = UnsafeMutableRawBufferPointer(rebasing: room[..<capacity])
        guard let made = try compressor.compress(bytes, into: target) else { return nil }
        try require(
            (1...target.count).contains(made), or: .codecFailure,
            "The codec says that it wrote \(made) bytes of \(target.count).")
        return made <= limit ? made : nil
    }
}
