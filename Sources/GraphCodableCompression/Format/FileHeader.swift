/// The header of a compressed archive: the first 32 bytes of the file.
struct FileHeader: Sendable, Equatable {
    var codec: UInt8
    var filter: UInt8
    var blockSizeLog2: Int
    /// The number of plain bytes; `nil` if the writer didn't know it.
    var plainSize: UInt64?

    /// The number of plain bytes in every DATA section except the last.
    var blockSize: Int { 1 << blockSizeLog2 }

    /// Writes the header, with its checksum, to 32 bytes.
    func store(in target: UnsafeMutableRawBufferPointer) {
        for (offset, byte) in ContainerFormat.signature.enumerated() {
            target[offset] = byte
        }
        target[8] = ContainerFormat.version
        target[9] = codec
        target[10] = filter
        target[11] = 0
        target[12] = UInt8(truncatingIfNeeded: blockSizeLog2)
        // Flags that a reader may ignore, and flags that it may not.
        target[13] = 0
        target.storeLittleEndian(UInt16(0), at: 14)
        target.storeLittleEndian(plainSize ?? ContainerFormat.unknownSize, at: 16)
        ContainerFormat.storeChecksum(in: target)
    }
}

extension FileHeader {
    /// Parses and checks a header.
    ///
    /// - Parameter bytes: The first 32 bytes of the file, or all bytes if it has fewer.
    init(parsing bytes: UnsafeRawBufferPointer) throws(GraphContainerError) {
        let kind = try ArchiveKind(prefix: bytes)
        try require(
            kind == .compressed, or: .notAnArchive,
            "This is a raw archive, not a compressed one. Decode it with GraphDecoder.", at: 0)
        // The version is checked before other fields, because a later version may have a different header.
        if bytes.count > 8, bytes[8] != ContainerFormat.version,
            bytes.count < ContainerFormat.headerSize || ContainerFormat.isIntact(bytes)
        {
            throw GraphContainerError(
                bytes[8] == 0 ? .malformed : .unsupportedVersion,
                "The archive has format version \(bytes[8]); this release knows version \(ContainerFormat.version). "
                    + (bytes[8] == 0
                        ? "No release writes this version."
                        : "Use a newer release of GraphCodable."),
                byteOffset: 8)
        }
        guard bytes.count >= ContainerFormat.headerSize else {
            throw .truncated(at: bytes.count, "inside the file header")
        }
        try require(
            ContainerFormat.isIntact(bytes), or: .damaged,
            "The file header does not match its checksum. Fetch the file again or use a backup.", at: 0)
        try Self.checkFeatures(bytes)
        let size = bytes.littleEndian(UInt64.self, at: 16)
        self.init(
            codec: bytes[9], filter: bytes[10], blockSizeLog2: Int(bytes[12]),
            plainSize: size == ContainerFormat.unknownSize ? nil : size)
    }

    private static func checkFeatures(_ bytes: UnsafeRawBufferPointer) throws(GraphContainerError) {
        let incompatibleFlags = bytes.littleEndian(UInt16.self, at: 14)
        try require(
            incompatibleFlags == 0, or: .unsupportedFeature,
            "The archive uses features (flags \(hexadecimal(incompatibleFlags))) that this release does not know. "
                + "Use a newer release of GraphCodable.", at: 14)
        try require(
            GraphContainerFilter(rawValue: bytes[10]) != nil, or: .unsupportedFeature,
            "The archive uses filter \(bytes[10]), which this release does not know. "
                + "Use a newer release of GraphCodable.", at: 10)
        try require(bytes[11] == 0, "The reserved byte of the file header is \(bytes[11]); it must be 0.", at: 11)
        try require(
            ContainerFormat.blockSizeLog2Range.contains(Int(bytes[12])),
            "The block size is 2^\(bytes[12]); it must be 2^16 to 2^24.", at: 12)
    }
}
