/// The sections of a dump that come from an archive's summary.
struct DumpSections {
    private static let width = 66

    let summary: GraphArchiveSummary
    let options: GraphDumpOptions

    static func title(_ name: String) -> String {
        let title = "== \(name) "
        return title + String(repeating: "=", count: width - title.count) + "\n"
    }

    /// The line that ends a dump, without a newline, unless the dump is empty.
    var end: String? {
        let shown = options.sections.subtracting(summary.extensions.isEmpty ? .extensions : [])
        return shown.isEmpty ? nil : String(repeating: "=", count: Self.width)
    }

    var header: String {
        """
        \(Self.title("HEADER"))\
        - format version \(summary.formatVersion)
        - \(summary.byteCount) bytes: records \(summary.recordByteCount), record table \
        \(summary.recordTableByteCount), directory \(summary.directoryByteCount)
        - \(summary.objectCount) objects, \(summary.absentObjectCount) not archived

        """
    }

    /// Passes on the directory line by line.
    func writeDirectory(to sink: (String) throws -> Void) throws {
        func section(_ section: GraphDumpOptions.Sections, _ name: String, _ lines: some Sequence<String>) throws {
            guard options.sections.contains(section) else { return }
            try sink(Self.title(name))
            for line in lines { try sink("- \(line)\n") }
        }
        try section(.types, "TYPES", summary.types.enumerated().lazy.map { line($1, $0) })
        try section(.shapes, "SHAPES", summary.shapes.enumerated().lazy.map { line($1, $0) })
        try section(
            .keys, "KEYS",
            summary.keys.enumerated().lazy.map {
                "KEY\(ValueFormatter.number($0 + 1)) \(EscapedText.quoted($1))"
            })
        guard !summary.extensions.isEmpty else { return }
        try section(
            .extensions, "EXTENSIONS",
            summary.extensions.sorted { $0.key < $1.key }.lazy.map {
                "EXT \(EscapedText.quoted($0)) \($1.count) bytes"
            })
    }

    private func line(_ shape: GraphArchiveSummary.Shape, _ number: Int) -> String {
        let name = options.typeName(summary.types[shape.type].name, number: shape.type)
        let keys = shape.keys.map { $0.map { EscapedText.quoted(ValueFormatter.name($0)) } ?? "-" }
        return "SHP\(ValueFormatter.number(number)) \(name): [\(keys.joined(separator: ", "))]"
    }

    private func line(_ type: GraphArchiveSummary.ArchivedType, _ number: Int) -> String {
        var line =
            "TYP\(ValueFormatter.number(number)) \(type.isClass ? "class" : "value") \(options.typeName(type.name))"
        if type.version != 0 {
            line += " version \(type.version)"
        }
        line += " count \(type.count)"
        if let name = type.archiveName {
            line += " \(type.hasChosenName ? "named" : "mangled") \(EscapedText.quoted(name))"
        }
        return line
    }
}
