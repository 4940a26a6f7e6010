import GraphInspection
import GraphCodable

extension SizesReport {
    private static let barWidth = 24

    /// Returns the text report, with bars.
    func text(_ palette: Palette) -> String {
        let isCompressed = blockCount != nil
        var text = EscapedText.printable(name) + ": \(DecimalText.grouped(plainBytes)) bytes"
        text += isCompressed ? ", \(DecimalText.grouped(bytes)) compressed\n" : "\n"
        text += compressionText
        text += section("Objects", objects, isCompressed, palette)
        text += section("Structs and enums inside objects", values, isCompressed, palette)
        text += "\n" + palette.paint("Besides the objects", .heading) + "\n"
        text += "table of records: \(DecimalText.grouped(recordTableBytes)) bytes\n"
        text += "names of types and keys: \(DecimalText.grouped(directoryBytes)) bytes\n"
        if let otherCompressedBytes { text += "compressed: \(DecimalText.grouped(otherCompressedBytes)) bytes\n" }
        text += "\n" + palette.paint("Sharing", .heading) + "\n" + sharingText
        text += largestText(palette)
        return text
    }

    /// Where the compressed sizes come from.
    private var compressionText: String {
        guard let blockCount, let filteredBlockCount else { return "" }
        let even = "an estimate, with the bytes of each block divided evenly"
        return switch blockCount - filteredBlockCount {
        case 0: "compressed: from the streams of each field\n"
        case blockCount: "compressed: \(even)\n"
        case let others:
            """
            compressed: from the streams of each field; in \(DecimalText.grouped(others)) of \
            \(DecimalText.grouped(blockCount)) blocks, which are not filtered, \(even)

            """
        }
    }

    private func section(_ title: String, _ types: [ArchivedType], _ isCompressed: Bool, _ palette: Palette) -> String {
        guard !types.isEmpty else { return "" }
        var table = TextTable()
        var typeLines: Set = [0]
        table.append([title, "count", "bytes", "share"] + (isCompressed ? ["compressed"] : []))
        func append(_ name: String, _ count: Int, _ bytes: Int, _ compressed: Int?) {
            let share = Double(bytes) / Double(max(1, plainBytes))
            var row = [name, DecimalText.grouped(count), DecimalText.grouped(bytes), Self.percent(share)]
            if isCompressed {
                row.append(compressed.map { DecimalText.grouped($0) } ?? "")
            }
            table.append(row + [Self.bar(share)])
        }
        var line = 1
        for type in types {
            typeLines.insert(line)
            append(ShortText.typeName(type.name), type.count, type.bytes, type.compressedBytes)
            for field in type.fields {
                append(
                    "  " + ShortText.cut(field.key ?? "without a key", ShortText.typeNameLength), field.count,
                    field.bytes, field.compressedBytes)
            }
            line += 1 + type.fields.count
        }
        return "\n" + table.text { typeLines.contains($0) ? palette.paint($1, .heading) : $1 }
    }

    private var sharingText: String {
        guard sharing.objects > 0 else { return "no object is referred to more than once\n" }
        return """
            \(DecimalText.grouped(sharing.references)) references lead to \(DecimalText.grouped(sharing.objects)) shared \
            objects of \(DecimalText.grouped(sharing.bytes)) bytes
            a copy for each reference would take \(DecimalText.grouped(sharing.savedBytes)) bytes more, not counting what \
            these objects refer to

            """
    }

    private func largestText(_ palette: Palette) -> String {
        var text = ""
        if !largestObjects.isEmpty {
            var table = TextTable()
            table.append(["Largest objects", "bytes", "referred to"])
            for object in largestObjects {
                table.append([
                    object.title, DecimalText.grouped(object.bytes), "\(DecimalText.grouped(object.references)) times",
                ])
            }
            text += "\n" + table.text { $0 == 0 ? palette.paint($1, .heading) : $1 }
        }
        if !largestValues.isEmpty {
            text += "\n" + palette.paint("Largest texts and arrays", .heading) + "\n"
            for value in largestValues {
                let place = value.path.isEmpty ? value.title : "\(value.title), \(value.path)"
                text += "\(DecimalText.grouped(value.bytes)) bytes, \(value.kind) in \(place): \(value.text)\n"
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
