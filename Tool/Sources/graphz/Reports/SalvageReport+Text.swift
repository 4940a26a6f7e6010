import GraphInspection
import GraphCodable
import GraphCodableCompression

extension GraphContainer.SalvageReport {
    /// Returns a text report on the container.
    func text(name: String, limit: Int, _ palette: Palette) -> String {
        let name = EscapedText.printable(name)
        let lost = palette.paint("lost:", .bad)
        guard kind == .compressed else {
            return "\(name): raw archive, no checksums\n"
        }
        var lines = [
            "\(name): \(DecimalText.grouped(recoveredBlockCount)) of \(DecimalText.grouped(blockCount)) blocks recovered, "
                + "\(DecimalText.grouped(recoveredByteCount)) of \(DecimalText.grouped(plainByteCount)) bytes"
                + (isPlainByteCountKnown ? "" : " or more")
        ]
        for range in lostRanges.prefix(limit) {
            let (first, last) = (range.blocks.lowerBound, range.blocks.upperBound - 1)
            let (start, end) = (range.plainRange.lowerBound, range.plainRange.upperBound - 1)
            lines.append(
                (first == last ? "\(lost) block \(first)" : "\(lost) blocks \(first) to \(last)")
                    + ", bytes \(start) to \(end) of the raw archive: \(range.reason.explanation)")
        }
        if lostRanges.count > limit {
            let count = lostRanges.count - limit
            lines.append("\(lost) \(DecimalText.grouped(count)) more \(count == 1 ? "range" : "ranges")")
        }
        lines += notes
        return lines.joined(separator: "\n") + "\n"
    }

    private var notes: [String] {
        let notes = [
            (
                !hasFileHeader,
                "the file header is damaged, or of another archive; by its blocks the archive has codec \(codecName)"
            ),
            (!hasEnd, "the end of the file is damaged or missing, and with it the hash of the whole"),
            (
                hasUnknownSection,
                "a newer release wrote a section that may change what the blocks mean; use that release"
            ),
            (isMetadataLost, "the metadata is lost, or another section"),
            (
                ignoredSectionCount > 0,
                "sections that were repeated or of another archive, and passed over: "
                    + DecimalText.grouped(ignoredSectionCount)
            ),
            (
                hasContradictions && proof != .holds,
                "parts contradict one another: bytes were added or removed, or some parts are of another archive, such as an "
                    + "earlier version of the file"
            ),
            (
                proof == .fails && lostRanges.isEmpty,
                "each block is sound, but together they are not what was written: an unknown one comes from another "
                    + "archive"
            ),
        ]
        return notes.filter(\.0).map { "note: \($1)" }
    }
}

extension GraphSalvage {
    /// Returns a text report on the remaining objects.
    ///
    /// - Parameters:
    ///   - removes: Whether lost elements are left out.
    ///   - hasRoot: Whether the user has named another root.
    func text(limit: Int, removes: Bool, hasRoot: Bool, _ palette: Palette) -> String {
        let lost = palette.paint("lost:", .bad)
        let lostInAll = palette.paint("lost in all:", .bad)
        let whole = DecimalText.grouped(objectCount - lostObjectCount)
        var lines = ["\(whole) of \(DecimalText.grouped(objectCount)) objects recovered"]
        for object in lostObjects {
            lines.append(
                "\(lost) object \(object.id)"
                    + (object.typeName.map { ", \(EscapedText.escaped(ShortText.longName($0)))" }
                        ?? ", of a type that is lost, too"))
        }
        if lostObjectCount > lostObjects.count {
            lines.append("\(lost) \(DecimalText.grouped(lostObjectCount - lostObjects.count)) more objects")
        }
        for type in lostTypes.prefix(limit) {
            lines.append(
                "\(lostInAll) \(DecimalText.grouped(type.count)) of \(EscapedText.escaped(ShortText.longName(type.name)))"
            )
        }
        if lostTypes.count > limit {
            lines.append("\(lostInAll) values of \(DecimalText.grouped(lostTypes.count - limit)) more types")
        }
        if lostReferenceCount > 0 {
            lines.append(
                "references to lost objects in what is left\(removes ? "" : ", which read as nil"): "
                    + DecimalText.grouped(lostReferenceCount)
            )
        }
        if isRootLost {
            let advice = ". What is left can be dumped; to decode it, make another object the root with --root"
            lines.append("\(lost) the root\(hasRoot ? "" : advice)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
