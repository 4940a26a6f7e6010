import Foundation

/// The manual page, in the language mdoc.
enum ManualPage {
    private typealias Option = CommandTable.Argument

    /// The day of the page: today, unless a reproducible build sets `SOURCE_DATE_EPOCH`, in seconds since 1970.
    private static var date: String {
        let seconds = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap { UInt32($0) }
        let date = seconds.map { Date(timeIntervalSince1970: TimeInterval($0)) } ?? .now
        var style = Date.FormatStyle(locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt)
        style = style.month(.wide).day().year()
        return date.formatted(style)
    }

    static var text: String {
        """
        .Dd \(date)
        .Dt GRAPHZ 1
        .Os
        .Sh NAME
        .Nm graphz
        .Nd inspect, verify, compress and salvage archives of object graphs
        .Sh SYNOPSIS
        \(synopsis)
        .Sh DESCRIPTION
        \(prose(Graphz.discussion))
        .Sh COMMANDS
        \(CommandTable.all.map(section).joined(separator: "\n"))
        .Sh COMMON OPTIONS
        .Bl -tag -width Ds
        \(common.map(item).joined(separator: "\n"))
        .El
        .Sh ENVIRONMENT
        .Bl -tag -width Ds
        .It Ev NO_COLOR
        If it is not empty, the output has no colors, unless
        .Fl -color
        says otherwise.
        .It Ev TERM
        A terminal of the type
        .Dq dumb
        gets no colors.
        .It Ev TMPDIR
        The folder for copies of pipes that must be read in any order.
        .El
        .Sh FILES
        .Bl -tag -width Ds
        .It Pa name.graph
        A raw archive.
        .It Pa name.graphz
        A compressed archive.
        .It Pa .*.tmp
        A new file before it takes its place, in the same folder.
        It remains only if the tool is killed.
        .El
        .Sh EXIT STATUS
        .Bl -tag -width Ds
        \(ExitStatus.allCases.map { ".It \($0.rawValue)\n\(prose($0.meaning))" }.joined(separator: "\n"))
        .El
        .Sh EXAMPLES
        \(examples.map { "\(prose($0.purpose))\n.Dl \(escaped($0.command))" }.joined(separator: "\n.Pp\n"))
        .Sh SEE ALSO
        .Xr diff 1 ,
        .Xr dot 1 ,
        .Xr gzip 1 ,
        .Xr jq 1 ,
        .Xr zstd 1
        """
    }

    private static let examples: [(purpose: String, command: String)] = [
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
            ".Nm\n.Cm \(command.commandName)\n.Op Ar options"
                + (command.arguments ?? []).filter { $0.kind == "positional" }.map(positional).joined()
        }
        return (commands + [".Nm\n.Fl z | d | t | l\n.Op Ar options\n.Op Ar archive ..."]).joined(separator: "\n")
    }

    private static func positional(_ argument: Option) -> String {
        let name = "Ar \(argument.valueName ?? "archive")\(argument.isRepeating ? " ..." : "")"
        return argument.isOptional ? "\n.Op \(name)" : "\n.\(name)"
    }

    private static func section(_ command: CommandTable.Command) -> String {
        let common = Set(common.flatMap(\.spellings))
        let own = command.options.filter { common.isDisjoint(with: $0.spellings) }
        let text = ".Ss \(command.commandName)\n\(prose(command.abstract ?? ""))\n\(prose(command.discussion ?? ""))"
        return own.isEmpty ? text : "\(text)\n.Bl -tag -width Ds\n\(own.map(item).joined(separator: "\n"))\n.El"
    }

    /// The options that most commands have with the same meaning.
    private static var common: [Option] {
        let all = CommandTable.all.flatMap(\.options)
        let counts = Dictionary(grouping: all) { $0.spellings.joined() + ($0.abstract ?? "") }
        return counts.values.filter { $0.count >= 5 }.compactMap(\.first).sorted { $0.long < $1.long }
    }

    private static func item(_ option: Option) -> String {
        let value = option.kind == "option" ? " Ar \(option.valueName ?? "value")" : ""
        let names = option.spellings.map { "Fl \($0.dropFirst())\(value)" }.joined(separator: " , ")
        var text = ".It \(names)\n\(prose(option.abstract ?? ""))"
        if let values = option.allValues, !values.isEmpty {
            text += "\n" + prose("The values are \(values.joined(separator: ", ")).")
        }
        if option.kind == "option", let value = option.defaultValue { text += "\n" + prose("The default is \(value).") }
        return text
    }

    /// Returns text with new lines for sentences, and lines of less than 80 bytes.
    private static func prose(_ text: String) -> String {
        text.split(separator: "\n\n").map { paragraph in
            paragraph.replacing("\n", with: " ").split(separator: ". ").map { sentence in
                wrapped(sentence.last.map { ".:".contains($0) } == true ? String(sentence) : sentence + ".")
            }.joined(separator: "\n")
        }.joined(separator: "\n.Pp\n")
    }

    private static func wrapped(_ text: String) -> String {
        var lines = [""]
        for word in text.split(separator: " ") {
            if lines[lines.count - 1].utf8.count + word.utf8.count > 72 { lines.append("") }
            lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
        }
        return lines.map(escaped).joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
        // Quotation marks in an argument of a macro would be removed.
        let text = text.replacing("\\", with: "\\e").replacing("\"", with: "\\(dq").replacing("–", with: "\\(en")
            .replacing("…", with: "...")
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }
}

extension CommandTable.Argument {
    fileprivate var long: String { spellings.last ?? "" }
}
