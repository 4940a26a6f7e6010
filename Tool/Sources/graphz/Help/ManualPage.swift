import Foundation

/// The manual page, in the language mdoc.
enum ManualPage {
    static var text: String {
        lines([".Dd \(date)\n.Dt GRAPHZ 1\n.Os"] + sections.map { ".Sh \($0)\n\($1)" })
    }

    /// The day of the page: today, unless a reproducible build sets `SOURCE_DATE_EPOCH`, in seconds since 1970.
    private static var date: String {
        let seconds = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap { UInt32($0) }
        let style = Date.FormatStyle(locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt)
        return (seconds.map { Date(timeIntervalSince1970: TimeInterval($0)) } ?? .now)
            .formatted(style.month(.wide).day().year())
    }

    private static var sections: [(title: String, text: String)] {
        [
            ("NAME", ".Nm graphz\n.Nd inspect, verify, compress and salvage archives of object graphs"),
            ("SYNOPSIS", synopsis), ("DESCRIPTION", prose(Graphz.discussion)),
            ("COMMANDS", lines(CommandTable.all.map(section))), ("COMMON OPTIONS", list(common.map(item))),
            (
                "ENVIRONMENT",
                list([
                    ("Ev NO_COLOR", "If it is not empty, the output has no colors, unless --color says otherwise."),
                    ("Ev TERM", "A terminal of the type 'dumb' gets no colors."),
                    ("Ev TMPDIR", "The folder for copies of pipes that must be read in any order."),
                ])
            ),
            (
                "FILES",
                list([
                    ("Pa name.graph", "A raw archive."), ("Pa name.graphz", "A compressed archive."),
                    (
                        "Pa .*.tmp",
                        "A new file before it takes its place, in the same folder. It remains only if the tool is killed."
                    ),
                ])
            ),
            ("EXIT STATUS", list(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })),
            ("EXAMPLES", examples.map { "\(prose($0))\n.Dl \(escaped($1))" }.joined(separator: "\n.Pp\n")),
            ("SEE ALSO", ["diff", "dot", "gzip", "jq", "zstd"].map { ".Xr \($0) 1" }.joined(separator: " ,\n")),
        ]
    }

    private static let examples = [
        ("Check all archives in a folder:", "graphz verify -r saves"),
        ("Compress an archive with the highest level of zlib:", "graphz compress --codec zlib --best city.graph"),
        ("Read an archive with another program:", "graphz -dc city.graphz | wc -c"),
        (
            "Print the names of all stations:",
            "graphz dump --json city.graphz | jq -r 'select(.type == \"City.Station\") | .fields.name'"
        ),
        ("See what changed since yesterday:", "graphz diff --key id --stat monday.graphz tuesday.graphz"),
        ("Save what is left of a damaged archive:", "graphz salvage -o rest.graphz damaged.graphz"),
    ]

    private static var synopsis: String {
        let commands = CommandTable.all.map { command in
            let operands = (command.arguments ?? []).filter { $0.kind == "positional" }.map { argument in
                "\n.\(argument.isOptional ? "Op " : "")Ar \(argument.valueName ?? "")\(argument.isRepeating ? " ..." : "")"
            }
            return ".Nm\n.Cm \(command.commandName)\n.Op Ar options" + operands.joined()
        }
        return lines(commands + [".Nm\n.Fl z | d | t | l\n.Op Ar options\n.Op Ar archive ..."])
    }

    private static func section(_ command: CommandTable.Command) -> String {
        let common = Set(common.flatMap(\.spellings))
        let own = command.options.filter { common.isDisjoint(with: $0.spellings) }
        let text = ".Ss \(command.commandName)\n\(prose(command.abstract ?? ""))\n\(prose(command.discussion ?? ""))"
        return own.isEmpty ? text : "\(text)\n\(list(own.map(item)))"
    }

    /// The options that most commands have with the same meaning.
    private static let common: [CommandTable.Argument] = {
        let all = Dictionary(grouping: CommandTable.all.flatMap(\.options)) { $0.spellings + [$0.abstract ?? ""] }
        return all.values.filter { $0.count >= 5 }.map { $0[0] }.sorted {
            ($0.spellings.last ?? "") < ($1.spellings.last ?? "")
        }
    }()

    private static func item(_ option: CommandTable.Argument) -> (tag: String, text: String) {
        let value = option.kind == "option" ? " Ar \(option.valueName ?? "")" : ""
        let values = option.allValues.flatMap { $0.isEmpty ? nil : " The values are \($0.joined(separator: ", "))." }
        let standard = option.kind == "option" ? option.defaultValue.map { " The default is \($0)." } : nil
        return (
            option.spellings.map { "Fl \($0.dropFirst())\(value)" }.joined(separator: " , "),
            (option.abstract ?? "") + (values ?? "") + (standard ?? "")
        )
    }

    // MARK: The language

    private static func lines(_ lines: [String]) -> String { lines.joined(separator: "\n") }

    private static func list(_ items: [(tag: String, text: String)]) -> String {
        lines([".Bl -tag -width Ds"] + items.map { ".It \($0)\n\(prose($1))" } + [".El"])
    }

    /// Returns text with new lines for sentences, and lines of less than 80 bytes.
    private static func prose(_ text: String) -> String {
        text.split(separator: "\n\n").map { paragraph in
            lines(
                paragraph.replacing("\n", with: " ").split(separator: ". ").map { sentence in
                    wrapped(sentence.last.map { ".:".contains($0) } == true ? String(sentence) : sentence + ".")
                })
        }.joined(separator: "\n.Pp\n")
    }

    private static func wrapped(_ text: String) -> String {
        var rows = [""]
        for word in text.split(separator: " ") {
            if rows[rows.count - 1].utf8.count + word.utf8.count > 72 { rows.append("") }
            rows[rows.count - 1] += (rows[rows.count - 1].isEmpty ? "" : " ") + word
        }
        return lines(rows.map(escaped))
    }

    private static func escaped(_ text: String) -> String {
        // Quotation marks in an argument of a macro would be removed.
        let text = text.replacing("\\", with: "\\e").replacing("\"", with: "\\(dq").replacing("–", with: "\\(en")
            .replacing("…", with: "...")
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }
}
