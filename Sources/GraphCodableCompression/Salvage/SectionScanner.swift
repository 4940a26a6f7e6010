/// Finds the sections of a damaged archive by the checksums of their headers.
///
/// It reads the file from beginning to end. As long as each section leads to the next one, it follows them. Otherwise
/// it checks every byte for the next header with a valid checksum. The time is linear in the size of the file, whatever
/// it contains: bytes that are hashed more than once are counted, and their number is limited.
///
/// A file header within the archive begins another archive if section 0 follows. It is passed over.
final class SectionScanner {
    private static let windowSize = 1 << 18

    private let source: RandomAccess
    private let progress: (UInt64) throws -> Void
    /// A part of the file around the current position, and its offset.
    private let window = HeapBuffer()
    private var windowStart: UInt64 = 0
    private let payloadBuffer = HeapBuffer()
    private(set) var found: FoundSections
    /// The remaining number of bytes that may be hashed and then searched again.
    private var repeatedByteCount: UInt64

    init(
        _ source: RandomAccess, options: GraphContainerReadingOptions, progress: @escaping (UInt64) throws -> Void
    ) {
        self.source = source
        self.progress = progress
        // Allow for an archive of one block, META, and some repetitions in a damaged archive.
        let blockCount = options.policy.maximumPlainByteCount >> 16
        found = FoundSections(maximumCount: blockCount + 1_024)
        // A size of the system has 63 bits.
        repeatedByteCount = max(source.size &* 2, 1 << 25)
    }

    func run() throws {
        var position = try readFileHeader()
        while position < source.size, source.size - position >= UInt64(ContainerFormat.headerSize) {
            try progress(position)
            if let header = try header(at: position) {
                position = try accept(header, at: position)
                continue
            }
            guard let (offset, header) = try nextHeader(from: position) else { return }
            position = if let header { try pass(header, at: offset) } else { offset }
        }
    }

    private func readFileHeader() throws -> UInt64 {
        let bytes = try source.read(ContainerFormat.headerSize, at: 0, into: payloadBuffer)
        found.firstBytes = Array(bytes)
        do {
            found.fileHeader = try FileHeader(parsing: bytes)
            return UInt64(ContainerFormat.headerSize)
        } catch  where error.code.isUnsupported {
            throw error
        } catch {
            return 0
        }
    }

    /// Passes a file header that was found within the file, with the sections of its archive.
    ///
    /// - Returns: The position to continue at.
    private func pass(_ header: FileHeader, at offset: UInt64) throws -> UInt64 {
        var position = offset + UInt64(ContainerFormat.headerSize)
        if found.isEmpty {
            // Something precedes the archive.
            found.fileHeader = header
            return position
        }
        // An archive begins with section 0. Otherwise the header is out of place, and the sections go on.
        guard let first = try self.header(at: position), first.ordinal == 0 else { return position }
        var outer = found
        found = FoundSections(maximumCount: outer.maximumCount)
        while found.end == nil, let header = try self.header(at: position) {
            try progress(position)
            position = try accept(header, at: position)
            outer.ignoredCount += 1
        }
        found = outer
        return position
    }
}

extension SectionScanner {
    // MARK: Sections

    /// Returns the section header at an offset; `nil` if there is none.
    private func header(at offset: UInt64) throws -> SectionHeader? {
        // Don't use the window, because it would have to be read again after looking ahead.
        let bytes = try source.read(ContainerFormat.headerSize, at: offset, into: payloadBuffer)
        guard bytes.count == ContainerFormat.headerSize else { return nil }
        return SectionHeader(salvaging: bytes, isExpected: true)
    }

    /// Processes a section with a valid header.
    ///
    /// - Returns: The position to continue at. If the payload is damaged, the size is not trusted for skipping.
    private func accept(_ header: SectionHeader, at offset: UInt64) throws -> UInt64 {
        let payload = offset + UInt64(ContainerFormat.headerSize)
        let end = payload + UInt64(header.storedSize)
        guard end <= source.size else {
            // The file ends too early, or bytes are missing before the next section.
            try found.add(header, at: offset, fault: .truncated)
            return payload
        }
        if try source.hash(UInt64(header.storedSize), at: payload, payloadBuffer) == header.payloadHash {
            try found.add(header, at: offset, fault: nil)
            try found.readContents(header, at: payload, in: source, payloadBuffer)
            return end
        }
        try found.add(header, at: offset, fault: .damaged)
        // No payload begins with a section: this header stands before that one by mistake.
        if try self.header(at: payload) == nil {
            if end == source.size { return end }
            if try self.header(at: end) != nil { return end }
        }
        guard UInt64(header.storedSize) <= repeatedByteCount else { return end }
        repeatedByteCount -= UInt64(header.storedSize)
        return payload
    }

    /// Finds the next header of a section or of a file, which is in the result; `nil` if there is none.
    private func nextHeader(from first: UInt64) throws -> (offset: UInt64, file: FileHeader?)? {
        var position = first
        let size = ContainerFormat.headerSize
        while true {
            let bytes = try bytesInWindow(at: position)
            guard bytes.count >= size else { return nil }
            for start in 0...bytes.count - size {
                let candidate = UnsafeRawBufferPointer(rebasing: bytes[start..<start + size])
                if SectionHeader(salvaging: candidate) != nil {
                    return (position + UInt64(start), nil)
                }
                if candidate[0] == ContainerFormat.signature[0], candidate.starts(with: ContainerFormat.signature),
                    let header = try? FileHeader(parsing: candidate)
                {
                    return (position + UInt64(start), header)
                }
            }
            position += UInt64(bytes.count - size + 1)
        }
    }

    /// Returns the bytes from an offset: enough for a header unless the file ends, and any others in the window.
    ///
    /// Successive nearby positions don't cause additional reads.
    private func bytesInWindow(at position: UInt64) throws -> UnsafeRawBufferPointer {
        let end = windowStart + UInt64(window.count)
        let isInside = position >= windowStart && position <= end
        if !isInside || end - position < UInt64(ContainerFormat.headerSize) && end < source.size {
            try progress(position)
            _ = try source.read(Self.windowSize, at: position, into: window)
            windowStart = position
        }
        return UnsafeRawBufferPointer(rebasing: window.bytes[Int(position - windowStart)...])
    }
}

extension SectionHeader {
    /// Parses a header; `nil` unless its checksum and its fields are valid.
    ///
    /// The fields are checked first: most bytes fail there, which is much faster than computing the checksum.
    ///
    /// - Parameter isExpected: Whether the section before leads here. Only then an unknown critical type is accepted, because
    ///   a search would compute the checksum at each of many zeros.
    init?(salvaging bytes: UnsafeRawBufferPointer, isExpected: Bool = false) {
        let type = bytes[0]
        guard bytes[1] <= SectionFlags.filtered, bytes[2] == 0, bytes[3] == 0,
            isExpected || type == SectionType.data || type == SectionType.end || type & SectionType.ancillaryBit != 0,
            ContainerFormat.isIntact(bytes), let header = try? SectionHeader(parsing: bytes, at: 0),
            type != SectionType.data || (1...Self.largestBlock).contains(Int(header.plainSize))
        else { return nil }
        self = header
    }

    private static let largestBlock = 1 << ContainerFormat.blockSizeLog2Range.upperBound
}
