import GraphInspection
import GraphCodable

extension SizesReport {
    private static let barWidth = 24

    /// Returns the text report, with bars.
    func text(_ palette: Palette) -> String {
        var text = EscapedText.printable(name) + ": \(DecimalText.grouped(sizes.byteCount)) bytes"
        text += isCompressed ? ", \(DecimalText.grouped(archiveByteCount)) compressed\n" : "\n"
        text += compressionText
        text += section("Objects", sizes.objects, palette)
        text += section("Structs and enums inside objects", sizes.values, palette)
        text += "\n" + palette.paint("Besides the objects", .heading) + "\n"
        text += "table of records: \(DecimalText.grouped(sizes.recordTableByteCount)) bytes\n"
        text += "names of types and keys: \(DecimalText.grouped(sizes.directoryByteCount)) bytes\n"
        if let other = Self.rounded(sizes.compressedOtherByteCount) {
            text += "compressed: \(DecimalText.grouped(other)) bytes\n"
        }
        text += "\n" + palette.paint("Sharing", .heading) + "\n" + sharingText
        text += largestText(palette)
        return text
    }

    /// Where the compressed sizes come from.
    private var compressionText: String {
        guard isCompressed else { return "" }
        let even = "an estimate, with the bytes of each block divided evenly"
        return switch sizes.blockCount - sizes.filteredBlockCount {
        case 0: "compressed: from the streams of each field\n"
        case sizes.blockCount: "compressed: \(even)\n"
        case let others:
            """
            compressed: from the streams of each field; in \(DecimalText.grouped(others)) of \
            \(DecimalText.grouped(sizes.blockCount)) blocks, which are not filtered, \(even)

            """
        }
    }

    private func section(_ title: String, _ types: [TypeSize], _ palette: Palette) -> String {
        guard !types.isEmpty, typeLimit > 0 else { return "" }
        var rows = [[title, "count", "bytes", "share"] + (isCompressed ? ["compressed"] : [])]
        var typeLines: Set = [0]
        func append(_ name: String, _ count: Int, _ bytes: Int, _ compressed: Double?) {
            let share = Double(bytes) / Double(max(1, sizes.byteCount))
            var row = [name, DecimalText.grouped(count), DecimalText.grouped(bytes), Self.percent(share)]
            if isCompressed {
                row.append(Self.rounded(compressed).map { DecimalText.grouped($0) } ?? "")
            }
            rows.append(row + [Self.bar(share)])
        }
        for type in types.prefix(typeLimit) {
            typeLines.insert(rows.count)
            append(ShortText.typeName(type.name), type.count, type.byteCount, type.compressedByteCount)
            for field in type.fields.prefix(fieldLimit) {
                append(
                    "  " + ShortText.cut(field.key.map(ShortText.label) ?? "without a key", ShortText.typeNameLength),
                    field.count,
                    field.byteCount, field.compressedByteCount)
            }
        }
        return "\n" + TextTable.text(rows, palette, headings: typeLines)
    }

    private var sharingText: String {
        let sharing = sizes.sharing
        guard sharing.objectCount > 0 else { return "no object is referred to more than once\n" }
        return """
            \(DecimalText.grouped(sharing.referenceCount)) references lead to \
            \(DecimalText.grouped(sharing.objectCount)) shared objects of \(DecimalText.grouped(sharing.byteCount)) bytes
            a copy for each reference would take \(DecimalText.grouped(sharing.savedByteCount)) bytes more, not counting what \
            these objects refer to

            """
    }

    private func largestText(_ palette: Palette) -> String {
        var text = ""
        if !sizes.largestObjects.isEmpty {
            let rows = sizes.largestObjects.map { object in
                [
                    object.title, DecimalText.grouped(object.byteCount),
                    DecimalText.counted(object.referenceCount, "time"),
                ]
            }
            text += "\n" + TextTable.text([["Largest objects", "bytes", "referred to"]] + rows, palette)
        }
        if !sizes.largestValues.isEmpty {
            text += "\n" + palette.paint("Largest texts and arrays", .heading) + "\n"
            for value in sizes.largestValues {
                let place = value.path.isEmpty ? value.title : "\(value.title), \(value.path)"
                text += "\(DecimalText.grouped(value.byteCount)) bytes, \(value.kind) in \(place): \(value.text)\n"
            }
        }
        return text
    }

    private static func percent(_ share: Double) -> String {
        let tenths = Int((share * 1_000).rounded())
        return "\(tenths / 10).\(tenths % 10) %"
    }

    /// Returns a bar of block characters, with a resolution of an eighth of a character.
    private static func bar(_ share: Double) -> String {
        let eighths = Int((min(max(share, 0), 1) * Double(barWidth * 8)).rounded(.up))
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        let bar = String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
        return bar + String(repeating: " ", count: max(0, barWidth - bar.count))
    }
}
