/// Finds the sections of a damaged archive by the checksums of their headers.
///
/// Reads the file from its beginning to its end. As long as each section leads to the next one it follows them; where one
/// does not, it looks at every byte for the next header whose checksum holds. Takes time linear in the size of the file,
/// whatever is in it: bytes that are hashed more than once are counted, and when they are too many, no more are.
///
/// What begins with a file header of its own inside the archive is another archive, and its sections are passed over.
final class SectionScanner {
    /// Where a header was expected and not found.
    struct Gap {
        /// Where the header was expected.
        let start: UInt64
        /// Where the next one was found, or the file ends.
        let end: UInt64
        let ordinalBefore: UInt32?
        let ordinalAfter: UInt32?
    }

    /// What was found at a place by looking for it.
    private enum Mark {
        case section(SectionHeader, UInt64)
        case file(FileHeader, UInt64)

        var offset: UInt64 {
            switch self {
            case .section(_, let offset), .file(_, let offset): offset
            }
        }
    }

    /// How many bytes are read at once.
    private static let windowSize = 1 << 18

    private let source: SalvageSource
    private let progress: (UInt64) throws -> Void
    /// A part of the file around the place that is looked at, and where it begins.
    private let window = HeapBuffer()
    private var windowStart: UInt64 = 0
    private let payloadBuffer = HeapBuffer()
    private(set) var found: FoundSections
    private(set) var gaps: [Gap] = []
    private var lastOrdinal: UInt32?
    /// How many more bytes may be hashed although they will be looked at again.
    private var repeatedByteCount: UInt64

    init(
        _ source: SalvageSource, options: GraphContainerReadingOptions, progress: @escaping (UInt64) throws -> Void
    ) {
        self.source = source
        self.progress = progress
        found = FoundSections(maximumCount: options.policy.maximumPlainByteCount >> 16)
        repeatedByteCount = max(source.size.multipliedReportingOverflow(by: 2).partialValue, 1 << 25)
    }

    /// Looks through the whole file.
    ///
    /// - Throws: `GraphContainerError`: `unsupportedVersion` or `unsupportedFeature` when the file header is sound and says
    ///   so; `limitExceeded` when there are more sections than the policy's largest archive can have; what the source and
    ///   `progress` throw.
    func run() throws {
        var position = try readFileHeader()
        // Where the next header should be; a section whose payload is damaged may say so, but not be believed.
        var expected = position
        while position < source.size, source.size - position >= UInt64(ContainerFormat.headerSize) {
            try progress(position)
            if let header = try header(at: position) {
                (position, expected) = try accept(header, at: position)
                continue
            }
            let mark = try nextMark(from: position)
            noteGap(from: expected, to: mark)
            switch mark {
            case nil: return
            case .section(_, let offset): position = offset
            case .file(let header, let offset): position = try enter(header, at: offset)
            }
            expected = position
        }
    }

    private func readFileHeader() throws -> UInt64 {
        let bytes = try source.read(ContainerFormat.headerSize + 1, at: 0, into: payloadBuffer)
        found.firstBytes = Array(bytes)
        do {
            let header = UnsafeRawBufferPointer(rebasing: bytes.prefix(ContainerFormat.headerSize))
            found.fileHeader = try FileHeader(parsing: header)
            return UInt64(ContainerFormat.headerSize)
        } catch  where error.code.isUnsupported {
            throw error
        } catch {
            return 0
        }
    }

    /// Goes into an archive whose header was found somewhere inside the file.
    private func enter(_ header: FileHeader, at offset: UInt64) throws -> UInt64 {
        var position = offset + UInt64(ContainerFormat.headerSize)
        if found.fileHeader == nil, found.isEmpty {
            // Something was put before the archive.
            found.fileHeader = header
            found.base = offset
            return position
        }
        while let header = try self.header(at: position) {
            found.ignoredCount += 1
            let next = position + UInt64(ContainerFormat.headerSize) + UInt64(header.storedSize)
            if header.type == SectionType.end, next <= source.size { return next }
            guard try self.header(at: next) != nil else { return position + UInt64(ContainerFormat.headerSize) }
            position = next
        }
        return position
    }

    private func noteGap(from start: UInt64, to mark: Mark?) {
        let end = mark?.offset ?? source.size
        // More damage than this is not looked into; what it hides is lost.
        guard start < end, gaps.count < 1 << 16 else { return }
        var after: UInt32?
        if case .section(let header, _) = mark {
            after = header.ordinal
        }
        gaps.append(Gap(start: start, end: end, ordinalBefore: lastOrdinal, ordinalAfter: after))
    }
}

extension SectionScanner {
    // MARK: Sections

    /// The section header at a place; `nil` when there is none.
    private func header(at offset: UInt64) throws -> SectionHeader? {
        // Not in the window, so that a look ahead does not cost reading it again.
        let bytes = try source.read(ContainerFormat.headerSize, at: offset, into: payloadBuffer)
        guard bytes.count == ContainerFormat.headerSize else { return nil }
        return SectionHeader(salvaging: bytes)
    }

    /// Takes a section whose header is sound.
    ///
    /// - Returns: Where to go on, and where the next header should be.
    private func accept(_ header: SectionHeader, at offset: UInt64) throws -> (position: UInt64, expected: UInt64) {
        let payload = offset + UInt64(ContainerFormat.headerSize)
        let end = payload + UInt64(header.storedSize)
        lastOrdinal = header.ordinal
        guard end <= source.size else {
            // The file ends too early, or bytes are missing before the next section.
            try found.add(header, at: offset, fault: .truncated)
            return (payload, source.size)
        }
        if try source.hash(UInt64(header.storedSize), at: payload, payloadBuffer) == header.payloadHash {
            try found.add(header, at: offset, fault: nil)
            try readContents(header, at: payload)
            return (end, end)
        }
        try found.add(header, at: offset, fault: .damaged)
        if end == source.size { return (end, end) }
        if try self.header(at: end) != nil { return (end, end) }
        guard UInt64(header.storedSize) <= repeatedByteCount else { return (end, end) }
        repeatedByteCount -= UInt64(header.storedSize)
        return (payload, end)
    }

    /// Reads the payload of a section other than a block, which matches its checksum.
    private func readContents(_ header: SectionHeader, at offset: UInt64) throws {
        let isWanted =
            switch header.type {
            case SectionType.end: true
            case SectionType.metadata: Int(clamping: header.storedSize) <= ContainerFormat.maximumMetadataSize
            case SectionType.index: UInt64(header.storedSize) / 8 <= found.maximumCount
            default: false
            }
        guard isWanted else { return }
        let bytes = try source.read(Int(header.storedSize), at: offset, into: payloadBuffer)
        found.readContents(header, bytes, at: offset)
    }

    /// The next place at or behind `start` where a section or an archive begins.
    private func nextMark(from start: UInt64) throws -> Mark? {
        var position = start
        let size = ContainerFormat.headerSize
        while true {
            let bytes = try bytesInWindow(at: position)
            guard bytes.count >= size else { return nil }
            for place in 0...bytes.count - size {
                let candidate = UnsafeRawBufferPointer(rebasing: bytes[place..<place + size])
                if let header = SectionHeader(salvaging: candidate) {
                    return .section(header, position + UInt64(place))
                }
                if candidate[0] == ContainerFormat.signature[0], candidate.starts(with: ContainerFormat.signature),
                    let header = try? FileHeader(parsing: candidate)
                {
                    return .file(header, position + UInt64(place))
                }
            }
            position += UInt64(bytes.count - size + 1)
        }
    }

    /// The bytes from a place on: enough for a header unless the file ends, and what else has been read.
    ///
    /// Places that are asked for one after another cost no reading, however near they are to each other.
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
    /// Reads a header; `nil` unless its checksum holds and its fields are possible.
    ///
    /// The fields come first: most bytes fail there, which is much quicker than the checksum.
    init?(salvaging bytes: UnsafeRawBufferPointer) {
        let type = bytes[0]
        guard bytes[1] <= SectionFlags.filtered, bytes[2] == 0, bytes[3] == 0,
            type == SectionType.data || type == SectionType.end || type & SectionType.ancillaryBit != 0,
            XXH3.hash(UnsafeRawBufferPointer(rebasing: bytes[..<ContainerFormat.checkedHeaderSize]))
                == bytes.littleEndian(UInt64.self, at: 24),
            let header = try? SectionHeader(parsing: bytes, at: 0), header.isPossible
        else { return nil }
        self = header
    }

    /// Whether the sizes are possible for the type, whatever the archive.
    private var isPossible: Bool {
        switch type {
        case SectionType.data:
            let largest = 1 << ContainerFormat.blockSizeLog2Range.upperBound
            return (1...largest).contains(Int(clamping: plainSize)) && (isRaw || (1..<plainSize).contains(storedSize))
        case SectionType.end:
            return isRaw && storedSize == EndRecord.size
        default:
            return isRaw || type != SectionType.index && type != SectionType.metadata
        }
    }
}
