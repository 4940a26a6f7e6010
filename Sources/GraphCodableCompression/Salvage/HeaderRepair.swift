/// Restores damaged headers of sections whose payloads are intact.
///
/// A header is restored only with proof: either it matches the checksum that it contains when combined with the hash of
/// the payload, or the hash that it contains is that of the payload. So damage to either the fields, the payload hash
/// or the checksum can be repaired, but damage to more than one of them only rarely.
struct HeaderRepair {
    private let source: SalvageSource
    private let blockSize: Int?
    private let lastBlockSize: Int?
    private let headerBuffer = HeapBuffer()
    private let payloadBuffer = HeapBuffer()

    /// - Parameters:
    ///   - source: The file.
    ///   - found: The sections that were found.
    init(_ source: SalvageSource, _ found: FoundSections) {
        self.source = source
        let largest = found.blocks.values.map { Int($0.header.plainSize) }.max()
        let blockSize = found.fileHeader?.blockSize ?? largest
        self.blockSize = blockSize
        lastBlockSize = blockSize.flatMap { size in
            (found.end?.record.plainSize).map { Int($0 % UInt64(size)) }
        }
    }

    /// Restores headers between valid sections where possible.
    ///
    /// - Throws: The errors of the source; `GraphContainerError.limitExceeded`.
    func run(_ gaps: [SectionScanner.Gap], _ found: inout FoundSections) throws {
        let offsets = (found.index?.offsets ?? []).map { $0.addingReportingOverflow(found.base).partialValue }.sorted()
        for gap in gaps {
            // The index shows where one damaged section ends and the next begins.
            var starts = [gap.start]
            for offset in offsets[Self.firstIndex(in: offsets, above: gap.start)...] {
                guard offset < gap.end else { break }
                starts.append(offset)
            }
            for (number, start) in starts.enumerated() {
                let end = number + 1 < starts.count ? starts[number + 1] : gap.end
                var ordinals: [UInt32] = []
                if let before = UInt32(exactly: (gap.ordinalBefore.map { Int($0) + 1 } ?? 0) + number) {
                    ordinals.append(before)
                }
                if let after = gap.ordinalAfter, let last = UInt32(exactly: Int(after) - (starts.count - number)),
                    last != ordinals.first
                {
                    ordinals.append(last)
                }
                try repair(from: start, to: end, ordinals, isCertain: ordinals.count == 1, &found)
            }
        }
    }

    private static func firstIndex(in offsets: [UInt64], above start: UInt64) -> Int {
        var low = 0
        var high = offsets.count
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] <= start {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// - Parameters:
    ///   - ordinals: The possible numbers of the section.
    ///   - isCertain: Whether only one number is possible.
    private func repair(
        from start: UInt64, to end: UInt64, _ ordinals: [UInt32], isCertain: Bool, _ found: inout FoundSections
    ) throws {
        let headerSize = UInt64(ContainerFormat.headerSize)
        guard end - start > headerSize, let size = UInt32(exactly: end - start - headerSize) else { return }
        let bytes = Array(try source.read(ContainerFormat.headerSize, at: start, into: headerBuffer))
        guard bytes.count == ContainerFormat.headerSize,
            let hash = try source.hash(UInt64(size), at: start + headerSize, payloadBuffer),
            let header = restore(bytes, size, hash, ordinals, isCertain), !isKnown(header, found)
        else { return }
        try found.addRepaired(header, at: start)
        guard header.type != SectionType.data, UInt64(size) <= max(found.maximumCount * 8, 1 << 20) else { return }
        let payload = try source.read(Int(size), at: start + headerSize, into: payloadBuffer)
        found.readContents(header, payload, at: start + headerSize)
    }

    /// Whether a valid section with this number was found.
    private func isKnown(_ header: SectionHeader, _ found: FoundSections) -> Bool {
        found.blocks[header.ordinal].map { $0.fault == nil } ?? found.otherOrdinals.contains(header.ordinal)
    }

    private func restore(
        _ damaged: [UInt8], _ size: UInt32, _ hash: UInt64, _ ordinals: [UInt32], _ isCertain: Bool
    ) -> SectionHeader? {
        damaged.withUnsafeBytes { damaged in
            let candidates = candidates(damaged, size, hash, ordinals)
            let checksum = damaged.littleEndian(UInt64.self, at: 24)
            if let proved = candidates.first(where: { $0.checksum == checksum }) {
                return proved
            }
            guard isCertain, damaged.littleEndian(UInt64.self, at: 16) == hash else { return nil }
            return candidates.first
        }
    }

    /// Returns the possible headers for a payload of this size and hash, beginning with those that keep the stored
    /// type.
    private func candidates(
        _ damaged: UnsafeRawBufferPointer, _ size: UInt32, _ hash: UInt64, _ ordinals: [UInt32]
    ) -> [SectionHeader] {
        let types = [SectionType.data, SectionType.end, SectionType.index, SectionType.metadata]
        let stated = types.filter { $0 == damaged[0] }
        let plainSizes = ([blockSize, lastBlockSize] + [Int(damaged.littleEndian(UInt32.self, at: 12))])
            .compactMap { $0.flatMap { UInt32(exactly: $0) } }
        var result: [SectionHeader] = []
        // Fields that match the position are probably undamaged.
        let asStated = SectionHeader(
            type: damaged[0], flags: damaged[1], ordinal: damaged.littleEndian(UInt32.self, at: 4),
            storedSize: damaged.littleEndian(UInt32.self, at: 8), plainSize: damaged.littleEndian(UInt32.self, at: 12),
            payloadHash: hash)
        if asStated.storedSize == size, ordinals.contains(asStated.ordinal), asStated.isValid {
            result.append(asStated)
        }
        for type in stated + types.filter({ $0 != damaged[0] }) {
            for ordinal in ordinals {
                func add(_ flags: UInt8, _ plainSize: UInt32) {
                    let header = SectionHeader(
                        type: type, flags: flags, ordinal: ordinal, storedSize: size, plainSize: plainSize,
                        payloadHash: hash)
                    if header.isValid {
                        result.append(header)
                    }
                }
                if type == SectionType.data {
                    let isFiltered = damaged[1] & SectionFlags.filtered != 0
                    for flags in isFiltered ? [SectionFlags.filtered, 0] : [0, SectionFlags.filtered] {
                        plainSizes.forEach { add(flags, $0) }
                    }
                }
                add(SectionFlags.raw, size)
            }
        }
        return result
    }
}

extension SectionHeader {
    /// The checksum at the end of this header.
    fileprivate var checksum: UInt64 {
        withUnsafeTemporaryAllocation(byteCount: ContainerFormat.headerSize, alignment: 8) {
            store(in: $0)
            return UnsafeRawBufferPointer($0).littleEndian(UInt64.self, at: 24)
        }
    }

    /// Whether the fields are valid.
    fileprivate var isValid: Bool {
        withUnsafeTemporaryAllocation(byteCount: ContainerFormat.headerSize, alignment: 8) {
            store(in: $0)
            return SectionHeader(salvaging: UnsafeRawBufferPointer($0)) != nil
        }
    }
}
