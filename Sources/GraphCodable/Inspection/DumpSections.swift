/// The sections of a dump that come from an archive's summary, and the lines between sections.
struct DumpSections {
    private static let width = 66

    let summary: GraphArchiveSummary
    let options: GraphDumpOptions
    private var isEmpty = true

    init(summary: GraphArchiveSummary, options: GraphDumpOptions) {
        self.summary = summary
        self.options = options
    }

    mutating func title(_ name: String, _ sink: (String) throws -> Void) throws {
        isEmpty = false
        let title = "== \(name) "
        try sink(title + String(repeating: "=", count: Self.width - title.count) + "\n")
    }

    /// Writes the line that ends a dump, without a newline.
    func finish(_ sink: (String) throws -> Void) throws {
        if !isEmpty {
            try sink(String(repeating: "=", count: Self.width))
        }
    }

    mutating func header(_ sink: (String) throws -> Void) throws {
        try title("HEADER", sink)
        try sink(
            """
            - format version \(summary.formatVersion)
            - \(summary.byteCount) bytes: records \(summary.recordByteCount), record table \
            \(summary.recordTableByteCount), directory \(summary.directoryByteCount)
            - \(summary.objectCount) objects, \(summary.absentObjectCount) not archived

            """)
    }

    mutating func directory(_ sink: (String) throws -> Void) throws {
        if options.sections.contains(.types) {
            try title("TYPES", sink)
            for (number, type) in summary.types.enumerated() {
                try sink(line(type, number))
            }
        }
        if options.sections.contains(.shapes) {
            try title("SHAPES", sink)
            for (number, shape) in summary.shapes.enumerated() {
                let name = options.typeName(summary.types[shape.type].name, number: shape.type)
                let keys = shape.keys.map { $0.map { EscapedText.quoted(InspectionText.name($0)) } ?? "-" }
                try sink("- SHP\(InspectionText.number(number)) \(name): [\(keys.joined(separator: ", "))]\n")
            }
        }
        if options.sections.contains(.keys) {
            try title("KEYS", sink)
            for (number, key) in summary.keys.enumerated() {
                try sink("- KEY\(InspectionText.number(number + 1)) \(EscapedText.quoted(key))\n")
            }
        }
        if options.sections.contains(.extensions), !summary.extensions.isEmpty {
            try title("EXTENSIONS", sink)
            for (name, bytes) in summary.extensions.sorted(by: { $0.key < $1.key }) {
                try sink("- EXT \(EscapedText.quoted(name)) \(bytes.count) bytes\n")
            }
        }
    }

    private func line(_ type: GraphArchiveSummary.ArchivedType, _ number: Int) -> String {
        var line = "- TYP\(InspectionText.number(number)) \(type.isClass ? "class" : "value") "
        line += options.typeName(type.name)
        if type.version != 0 {
            line += " version \(type.version)"
        }
        line += " count \(type.count)"
        if let name = type.archiveName {
            line += " \(type.hasChosenName ? "named" : "mangled") \(EscapedText.quoted(name))"
        }
        return line + "\n"
    }
}
