extension GraphContainer {
    /// A report on the recovered and the lost parts of a damaged archive.
    public struct SalvageReport: Sendable, Hashable {
        /// The reason why bytes are lost.
        public enum Reason: String, Sendable, Hashable, CaseIterable {
            /// The block exists, but doesn't match its checksum.
            case damaged
            /// No valid header refers to the block: the header is damaged, or the bytes are missing.
            case missing
            /// The file ends within the block or before it.
            case truncated
            /// The block matches its checksum, but cannot be decompressed.
            case undecodable
            /// The block is sound, but its number is uncertain: sections before it are lost, and not all of them need have
            /// been blocks. Its bytes are where they most likely belong.
            case uncertain

            /// A short explanation for people.
            public var explanation: String {
                switch self {
                case .damaged: "does not match its checksum"
                case .missing: "not found: its header is damaged, or it is gone"
                case .truncated: "cut off: the file ends before"
                case .undecodable: "matches its checksum but does not decompress"
                case .uncertain: "sound, but may belong elsewhere: lost sections before need not all have been blocks"
                }
            }
        }

        /// Consecutive blocks that are lost for the same reason.
        public struct LostRange: Sendable, Hashable {
            /// The range of their bytes in the raw archive. The recovered archive has zeros there, unless the reason is
            /// ``Reason/uncertain``.
            public let plainRange: Range<UInt64>
            /// The range of their numbers, beginning with 0.
            public let blocks: Range<UInt64>
            /// The reason why they are lost.
            public let reason: Reason
        }

        /// The result of comparing the recovered bytes with the hash of all plain bytes at the end of the archive.
        public enum Proof: Sendable, Hashable {
            /// The result is identical to the bytes that were written.
            case holds
            /// The result differs. If no ranges are lost, a block comes from another archive. Each block is valid in
            /// itself, so it is impossible to determine which one.
            case fails
            /// The hash is lost.
            case unknown
        }

        /// The form of the archive. A raw archive has no blocks and no checksums, so lost parts are not detected.
        public let kind: ArchiveKind
        /// The size of the damaged file in bytes.
        public let archiveByteCount: UInt64
        /// The size of the raw archive in bytes, including lost ones.
        public let plainByteCount: UInt64
        /// Whether the archive contains the size of the raw archive. Otherwise more bytes may be missing at its end.
        public let isPlainByteCountKnown: Bool
        /// The number of blocks, including lost ones.
        public let blockCount: UInt64
        /// The number of recovered blocks.
        public let recoveredBlockCount: UInt64
        /// The number of recovered plain bytes.
        public let recoveredByteCount: UInt64
        /// The lost ranges, in ascending order.
        public let lostRanges: [LostRange]
        /// The result of comparing the recovered bytes with their hash.
        public let proof: Proof
        /// The name of the codec.
        public let codecName: String
        /// The number of plain bytes in every block except the last.
        public let blockSize: Int
        /// Whether the file header is valid and fits the blocks. If not, the block size and the codec were inferred from the blocks.
        public let hasFileHeader: Bool
        /// Whether the END section exists.
        public let hasEnd: Bool
        /// Whether the archive has a section of an unknown type that may change what the blocks mean. `load` refuses such an
        /// archive; a newer release may know the type.
        public let hasUnknownSection: Bool
        /// The number of valid sections that were ignored: repetitions of earlier ones, and those of other archives.
        public let ignoredSectionCount: Int
        /// The metadata of the archive. Also empty if it is lost.
        public let metadata: [String: String]
        /// Whether the metadata is lost: its section is damaged, or the numbers of the sections show that one is missing.
        public let isMetadataLost: Bool

        /// Whether the file header, INDEX, END and the blocks contradict one another: bytes were added or removed, or some of
        /// these come from another archive, such as an earlier version of the file.
        public let hasContradictions: Bool

        /// A Boolean value that indicates whether nothing is lost: the hash proves the result to be identical to the bytes
        /// that were written, no unknown section may change what they mean, and there is the metadata.
        public var isComplete: Bool { proof == .holds && !hasUnknownSection && !isMetadataLost }
    }

    /// The recovered bytes of a damaged archive.
    public struct SalvagedBytes: Sendable {
        /// The bytes of the raw archive, with zeros in place of lost ones. Bytes whose place is uncertain are where they most
        /// likely belong.
        public let bytes: [UInt8]
        /// A report on the recovered and lost parts.
        public let report: SalvageReport
        var origin = Origin()

        /// What files created from the bytes get from the damaged one.
        struct Origin {
            var attributes: FileAttributes?
            /// The payload of the META section.
            var metadata: [UInt8] = []
        }

        /// Writes the bytes. A new file has the mode and the modification time of the damaged one.
        ///
        /// - Parameter output: The destination.
        /// - Throws: `CancellationError` if the task is cancelled, and ``GraphContainerError``:
        ///   - `fileFailure`, `fileExists`, `invalidArgument`: The output cannot be written.
        ///   - `fileChanged`: The output is the damaged file, which has changed.
        /// - Complexity: Linear in the number of bytes.
        public func write(to output: Endpoint) throws {
            try write(to: output, waits: Task<Never, Never>.checkCancellation)
        }

        /// - Parameter waits: See `GraphContainer.withOutput`.
        package func write(to output: Endpoint, waits: @escaping () throws -> Void) throws {
            try withOutput(output.with(origin.attributes), waits: waits) { write in
                try bytes.withUnsafeBytes { try write($0) }
            }
        }
    }
}
