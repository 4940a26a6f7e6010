extension GraphContainer {
    /// The properties of an archive that can be read without decompressing it.
    public struct Inspection: Sendable, Hashable {
        /// The form, codec and sizes.
        public let summary: Summary
        /// The version of the compressed format; `nil` for a raw archive.
        public let formatVersion: Int?
        /// The number of plain bytes in every block except the last; 0 for a raw archive.
        public let blockSize: Int
        /// The filter applied before compression; ``GraphContainerFilter/none`` for a raw archive.
        public let filter: GraphContainerFilter
        /// The metadata: names and values.
        public let metadata: [String: String]
        /// Whether the archive has an index of its blocks.
        public let hasIndex: Bool

        /// The size of the raw archive, divided by that of the archive.
        public var ratio: Double {
            Double(summary.plainByteCount) / Double(max(1, summary.archiveByteCount))
        }
    }

    /// A block of a compressed archive.
    public struct Block: Sendable, Hashable {
        /// The position of the block's section in the file.
        public let byteOffset: UInt64
        /// The position of the block's first byte in the raw archive.
        public let plainOffset: UInt64
        /// The number of stored bytes, without the section header.
        public let storedByteCount: Int
        /// The number of bytes after decompression.
        public let plainByteCount: Int
        /// Whether the block is stored uncompressed, because compression would not have made it smaller.
        public let isStoredRaw: Bool
        /// Whether the values of each field are stored next to each other.
        public let isFiltered: Bool
    }
}
