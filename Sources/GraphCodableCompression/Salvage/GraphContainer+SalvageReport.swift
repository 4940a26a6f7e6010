extension GraphContainer {
    /// What was recovered of a damaged archive, and what is lost.
    public struct SalvageReport: Sendable, Hashable {
        /// Why bytes are lost.
        public enum Reason: String, Sendable, Hashable, CaseIterable {
            /// The block is there, but does not match its checksum.
            case damaged
            /// No header with a valid checksum leads to the block: the header is damaged, or the bytes are gone.
            case missing
            /// The file ends inside the block or before it.
            case truncated
            /// The block matches its checksum, but does not decompress.
            case undecodable

            /// A few words, for people.
            public var explanation: String {
                switch self {
                case .damaged: "does not match its checksum"
                case .missing: "not found: its header is damaged, or it is gone"
                case .truncated: "cut off: the file ends before"
                case .undecodable: "matches its checksum but does not decompress"
                }
            }
        }

        /// Blocks, one after another, that are lost for the same reason.
        public struct LostRange: Sendable, Hashable {
            /// Their bytes in the raw archive; zeros in what was recovered.
            public let plainRange: Range<UInt64>
            /// Their numbers, from 0.
            public let blocks: Range<UInt64>
            /// Why they are lost.
            public let reason: Reason
        }

        /// What the hash of all plain bytes, which the end of the archive holds, says of the result.
        public enum Proof: Sendable, Hashable {
            /// The result is, byte for byte, what was written.
            case holds
            /// It is not. Without lost ranges, a block comes from another archive: each is sound by itself, and which one it is
            /// cannot be told.
            case fails
            /// The hash is lost.
            case unknown
        }

        /// The form of the archive. A raw one has no blocks and no checksums, so that nothing is known to be lost of it.
        public let kind: ArchiveKind
        /// The number of bytes of the damaged file.
        public let archiveByteCount: UInt64
        /// The number of bytes of the raw archive, lost ones included.
        public let plainByteCount: UInt64
        /// Whether the archive tells how many bytes the raw one had. Otherwise more may be missing at its end.
        public let isPlainByteCountKnown: Bool
        /// The number of blocks, lost ones included.
        public let blockCount: UInt64
        /// The number of blocks that were recovered.
        public let recoveredBlockCount: UInt64
        /// The number of plain bytes that were recovered.
        public let recoveredByteCount: UInt64
        /// What is lost, in ascending order.
        public let lostRanges: [LostRange]
        /// What the hash of all plain bytes says.
        public let proof: Proof
        /// The name of the codec.
        public let codecName: String
        /// The number of plain bytes in every block but the last.
        public let blockSize: Int
        /// Whether the file header is sound. When it is not, block size and codec were concluded from the blocks.
        public let hasFileHeader: Bool
        /// Whether the END section is there.
        public let hasEnd: Bool
        /// The number of section headers that were damaged and could be restored with certainty.
        public let repairedHeaderCount: Int
        /// The number of sound sections that were passed over: repeated ones, of which the first counts, and those of other
        /// archives.
        public let ignoredSectionCount: Int
        /// Names and values that went with the archive; empty also when they are lost.
        public let metadata: [String: String]

        /// Whether the result is, as its hash proves, what was written.
        public var isComplete: Bool { proof == .holds }
    }

    /// What was recovered of a damaged archive.
    public struct SalvagedBytes: Sendable {
        /// The bytes of the raw archive, with zeros where they are lost.
        public let bytes: [UInt8]
        /// What is lost.
        public let report: SalvageReport
        /// What a file that is made from this takes over of the damaged one.
        private(set) var source: FileAttributes?

        /// Writes the bytes.
        ///
        /// - Parameter output: Where they go.
        /// - Throws: ``GraphContainerError``: `fileFailure` or `invalidArgument`.
        public func write(to output: Endpoint) throws {
            try withOutput(output.withAttributes(of: self)) { write in try bytes.withUnsafeBytes { try write($0) } }
        }
    }
}

extension GraphContainer.SalvageReport {
    /// The report on a raw archive.
    init(ofRaw size: UInt64) {
        self.init(
            kind: .raw, archiveByteCount: size, plainByteCount: size, isPlainByteCountKnown: false, blockCount: 0,
            recoveredBlockCount: 0, recoveredByteCount: size, lostRanges: [], proof: .unknown,
            codecName: GraphCodec.none.name, blockSize: 0, hasFileHeader: false, hasEnd: false,
            repairedHeaderCount: 0, ignoredSectionCount: 0, metadata: [:])
    }
}
