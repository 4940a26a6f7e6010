import GraphInspection
import GraphCodable
import GraphCodableCompression

extension InfoReport {
    /// Returns a table with one line for each archive, and one for the total.
    static func table(_ reports: [InfoReport], _ palette: Palette) -> String {
        var rows = [["archive", "codec", "size", "raw", "ratio", "objects"]]
        for report in reports {
            rows.append([
                EscapedText.printable(report.name),
                report.inspection.formatVersion == nil ? "-" : report.container.codecName,
                ByteCount.text(report.container.archiveByteCount),
                ByteCount.text(report.container.plainByteCount), report.ratioText,
                report.archive.map { DecimalText.grouped($0.objectCount) } ?? "?",
            ])
        }
        if reports.count > 1 {
            let bytes = reports.reduce(0) { $0 &+ $1.container.archiveByteCount }
            let plainBytes = reports.reduce(0) { $0 &+ $1.container.plainByteCount }
            let objects = reports.reduce(0) { $0 + ($1.archive?.objectCount ?? 0) }
            rows.append([
                "\(DecimalText.grouped(reports.count)) archives", "", ByteCount.text(bytes), ByteCount.text(plainBytes),
                ratioText(Double(plainBytes) / Double(max(1, bytes))), DecimalText.grouped(objects),
            ])
        }
        return TextTable.text(rows, palette)
    }

    func text(_ palette: Palette) -> String {
        var lines: [(name: String, text: String)] = []
        func add(_ name: String, _ text: String) { lines.append((name, text)) }
        add("archive", EscapedText.printable(name))
        if let formatVersion = inspection.formatVersion {
            add("form", "compressed, format version \(formatVersion)")
            add("codec", container.codecName)
            add("filter", "\(inspection.filter)")
            add("size", bytesText(container.archiveByteCount))
            add("raw size", "\(bytesText(container.plainByteCount)), \(ratioText) to 1")
            let blocks = "\(DecimalText.grouped(container.blockCount)) of \(ByteCount.text(inspection.blockSize))"
            add("blocks", blocks + (inspection.hasIndex ? "" : ", without an index"))
            for (name, value) in inspection.metadata.sorted(by: { $0.key < $1.key }) {
                add("metadata", "\(EscapedText.quoted(name)) = \(EscapedText.quoted(value))")
            }
        } else {
            add("form", "raw")
            add("size", bytesText(container.archiveByteCount))
        }
        if let archive {
            add("graph", "format version \(archive.formatVersion)")
            let absent =
                archive.absentObjectCount == 0 ? "" : ", \(DecimalText.grouped(archive.absentObjectCount)) not archived"
            add("objects", DecimalText.grouped(archive.objectCount) + absent)
            add(
                "parts",
                "records \(bytesText(archive.recordByteCount)), table \(bytesText(archive.recordTableByteCount)), "
                    + "directory \(bytesText(archive.directoryByteCount))")
            add("keys", DecimalText.grouped(archive.keys.count))
            add("shapes", DecimalText.grouped(archive.shapes.count))
            if !archive.rootNames.isEmpty {
                add("roots", archive.rootNames.map { EscapedText.quoted($0) }.joined(separator: ", "))
            }
            for (name, bytes) in archive.extensions.sorted(by: { $0.key < $1.key }) {
                add("extension", "\(EscapedText.quoted(name)), \(bytesText(bytes.count))")
            }
        }
        let text = lines.map { "\(palette.paint(padded($0.name, 9), .label)) \($0.text)\n" }.joined()
        return text + blocksText(palette) + typesText(palette)
    }

    private func blocksText(_ palette: Palette) -> String {
        guard let blocks, inspection.formatVersion != nil else { return "" }
        return "\n" + palette.paint("block        offset    stored     plain", .heading) + "\n"
            + blocks.enumerated().map { blockText($0, $1, palette) }.joined()
    }

    private func blockText(_ number: Int, _ block: Block, _ palette: Palette) -> String {
        switch block {
        case .failure(let error):
            return "\(aligned("\(number)", 5)) \(palette.paint(Self.text(of: error), .bad))\n"
        case .success(let block):
            let note = block.isStoredRaw ? " raw" : block.isFiltered ? " filtered" : ""
            return "\(aligned("\(number)", 5)) \(aligned("\(block.byteOffset)", 13)) "
                + "\(aligned("\(block.storedByteCount)", 9)) \(aligned("\(block.plainByteCount)", 9))\(note)\n"
        }
    }

    /// The number of characters to show of a name in a table; `--json` tells all of it.
    private static let longestName = 100

    /// The types: classes first, in descending order of frequency.
    private func typesText(_ palette: Palette) -> String {
        guard let types = archive?.types, !types.isEmpty else { return "" }
        let sorted = types.enumerated().sorted { left, right in
            if left.element.isClass != right.element.isClass { return left.element.isClass }
            if left.element.count != right.element.count { return left.element.count > right.element.count }
            return left.offset < right.offset
        }
        return "\n" + palette.paint("       count version type", .heading) + "\n"
            + sorted.map { _, type in
                "\(aligned(DecimalText.grouped(type.count), 12)) \(aligned(type.version == 0 ? "-" : "\(type.version)", 7)) "
                    + "\(type.isClass ? "class" : "value") \(ShortText.cut(EscapedText.escaped(type.name), Self.longestName))\n"
            }.joined()
    }

    private func bytesText(_ count: some BinaryInteger) -> String {
        DecimalText.counted(count, "byte")
    }

    private var ratioText: String { Self.ratioText(inspection.ratio) }

    private static func ratioText(_ ratio: Double) -> String { String((ratio * 100).rounded() / 100) }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private func aligned(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
