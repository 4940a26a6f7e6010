import GraphCodable

extension GraphDecodingPolicy {
    /// The maximum memory for each byte of a filtered block during decompression: for its filtered form, its streams, and the
    /// positions of its strings.
    private static let workPerByte = 6
    /// The memory of a record, and of an entry of the directory.
    private static let (memoryOfRecord, memoryOfEntry) = (64, 256)

    /// Throws an error if the plain bytes of an archive cost more than the policy allows for the bytes that arrived.
    ///
    /// - Parameter copies: The cost of each plain byte: the number of its copies in memory, and more if looking at it takes long.
    func checkMemory(
        ofPlainBytes plainSize: UInt64, copies: UInt64 = 1, arrived: UInt64
    ) throws(GraphContainerError) {
        let allowed = allowedCost(ofBytes: Int(clamping: arrived))
        let (needed, overflow) = plainSize.multipliedReportingOverflow(by: copies)
        try require(
            !overflow && needed <= UInt64(allowed), or: .limitExceeded,
            "The archive takes more than \(allowed) bytes of memory after decompression, which is what the policy allows "
                + "for \(arrived) bytes that arrived. Raise GraphDecodingPolicy.\(nameOfCostLimit(allowed)) if you trust it."
        )
    }

    /// Returns this policy with lower limits for the tables of a raw archive, which take memory as well as the `spent` bytes.
    func limitingTables(spent: Int, arrived: UInt64) -> GraphDecodingPolicy {
        let left = max(allowedCost(ofBytes: Int(clamping: arrived)) - spent, 0)
        var policy = self
        policy.maximumObjectCount = min(maximumObjectCount, left / Self.memoryOfRecord)
        policy.maximumDirectoryEntryCount = min(maximumDirectoryEntryCount, left / Self.memoryOfEntry)
        return policy
    }

    /// Returns whether readers would refuse a compressed archive for what it costs, but not if more bytes arrived.
    ///
    /// - Parameter blockSize: The size of a full block. Decompression needs memory for one, or for all plain bytes if they are fewer.
    func requiresMoreBytes(than storedSize: UInt64, plainSize: UInt64, blockSize: Int, cost: Int) -> Bool {
        let plainSize = Int(clamping: plainSize)
        let needed = max(cost, min(blockSize, plainSize) * Self.workPerByte).addingClamped(plainSize)
        return needed > allowedCost(ofBytes: Int(clamping: storedSize)) && UInt64(needed) <= maximumMemory
    }

    /// Throws an error if readers would refuse a compressed archive for what decoding its plain bytes costs.
    func checkCost(_ cost: Int, plainSize: UInt64, archiveSize: UInt64) throws(GraphContainerError) {
        let allowed = allowedCost(ofBytes: Int(clamping: archiveSize))
        let needed = cost.addingClamped(Int(clamping: plainSize))
        try require(
            needed <= allowed, or: .limitExceeded,
            """
            Loading the archive would cost \(needed). For its \(archiveSize) compressed bytes the policy allows \(allowed). Raise \
            GraphDecodingPolicy.\(nameOfCostLimit(allowed)) of the encoder and of its decoders, or do not compress the archive.
            """)
    }

    /// Returns the number of threads that may decompress blocks at once, and the memory that each may use for a filtered form.
    ///
    /// - Parameters:
    ///   - plainSize: The number of plain bytes that stay in memory, which count first; `nil` if it is unknown, so that several
    ///     threads leave half of the memory to them.
    ///   - arrived: The number of bytes that arrived; 0 if it is unknown.
    func decompressionLimits(
        wantedThreads wanted: Int, blockSize: Int, plainSize: UInt64?, arrived: UInt64
    ) -> (threadCount: Int, memoryLimit: Int) {
        let left = max(allowedCost(ofBytes: Int(clamping: arrived)) - Int(clamping: plainSize ?? 0), 0)
        let room = plainSize == nil ? left / 2 : left
        let threads = max(1, min(wanted, room / (blockSize * Self.workPerByte)))
        // With this number of threads, each has enough memory for the largest form. Only a single thread may have less.
        return (threads, left / threads)
    }
}

extension DecodingContext {
    /// Creates the budget for decoding an archive in memory.
    ///
    /// - Parameters:
    ///   - plain: The raw archive. It takes no memory of its own if it is a part of `archive`.
    ///   - archive: The archive that arrived.
    init(_ plain: UnsafeRawBufferPointer, in archive: UnsafeRawBufferPointer) {
        let isPart = plain.baseAddress.map { start in
            archive.baseAddress.map { start >= $0 && start < $0 + archive.count } ?? false
        }
        self.init(arrivedByteCount: archive.count, spentCost: isPart == true ? 0 : plain.count)
    }
}
