/// Accepts arguments in the style of gzip, xz, lz4 and zstd.
///
/// The argument parser doesn't support values in the same word as their letter (`-o-`, `-T4`), numbers for levels
/// (`-9`), letters for commands (`-d`), or options before a command. This type expands them before parsing.
enum GzipStyleArguments {
    static let commandLetters: [Character: String] = [
        "z": "compress", "d": "decompress", "t": "verify", "l": "info",
    ]
    /// The options that stand for commands.
    private static let commandOptions = [
        "--compress": "compress", "--decompress": "decompress", "--uncompress": "decompress", "--test": "verify",
        "--list": "info",
    ].merging(commandLetters.map { ("-\($0)", $1) }) { $1 }
    /// The letters that have a meaning in some command.
    private static let letters = Set("zdtlckfqvroTshV")
    /// Letters that take a value, with their options.
    private static let valueLetters: [Character: String] = ["o": "--output", "T": "--threads"]
    /// The commands for which a number is a level.
    private static let compressors: Set<String> = ["compress", "recode", "salvage"]
    /// The options that the parser accepts without a command.
    private static let questions = ["-h", "--help", "--generate-completion-script", "--experimental-dump-help"]

    /// Expands the arguments that the argument parser doesn't support. The result begins with a command, or the parser
    /// accepts it without one.
    static func parsable(
        _ arguments: [String],
        isFile: (String) -> Bool = { ArchiveEndpoint(input: $0).status(followsLinks: false) != nil }
    ) throws(ToolError) -> [String] {
        guard let first = arguments.first else { return [] }
        let commands = Graphz.commandNames
        if first == "help" {
            if let topic = arguments.dropFirst().first, !topic.hasPrefix("-"), !commands.contains(topic) {
                throw notCommand(topic)
            }
            return arguments
        }
        let all = try words(of: arguments)
        var words = Array(all.prefix { $0 != "--" })
        let operands = all.dropFirst(words.count)
        func line(_ command: String) -> [String] {
            var line = [command]
            for word in words {
                let number = word.hasPrefix("-") ? UInt(word.dropFirst()) : nil
                if number != nil, let option = line.last, CommandTable.takesValue(option, in: command) {
                    // The parser would take a negative number for an option.
                    line[line.count - 1] += "=\(word)"
                } else if let number, compressors.contains(command) {
                    line.append("--level=\(number)")
                } else {
                    line.append(word)
                }
            }
            return line + operands
        }
        if commands.contains(first) { return line(words.removeFirst()) }
        if words.contains(where: { ["-V", "--version"].contains($0) }) { return ["--version"] }
        let place = words.indices.first { isOperand(words[$0]) && ($0 == 0 || !takesValue(words[$0 - 1])) }
        if let place, commands.contains(words[place]), !isFile(words[place]) { return line(words.remove(at: place)) }
        // As in other tools, the last command applies.
        if let command = words.compactMap({ commandOptions[$0] }).last {
            words.removeAll { commandOptions[$0] != nil }
            return line(command)
        }
        if words.contains(where: { word in questions.contains { word.hasPrefix($0) } }) { return arguments }
        // A misspelt command must not become a file to compress.
        if let name = place.map({ words[$0] }),
            !first.hasPrefix("-") || (!isFile(name) && Spelling.nearest(to: name, in: commands) != nil)
        {
            throw notCommand(name, isFile: isFile(name))
        }
        return line("compress")
    }

    private static func isOperand(_ word: String) -> Bool { !word.hasPrefix("-") || word == "-" }

    private static func takesValue(_ word: String) -> Bool {
        commandOptions[word] == nil && CommandTable.takesValue(word)
    }

    /// Returns the arguments, with groups of letters as a word for each option and each level.
    private static func words(of arguments: [String]) throws(ToolError) -> [String] {
        var words: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            // What follows two hyphens is never an option or a command.
            guard argument != "--" else { return words + [argument] + rest }
            if isOperand(argument) || argument.hasPrefix("--") {
                if argument.hasPrefix("--"), argument.firstIndex(of: "=") == argument.indices.last {
                    throw missingValue(of: argument.dropLast())
                }
                words.append(argument)
            } else {
                words += try self.words(ofGroup: argument, &rest)
            }
        }
        return words
    }

    /// Returns the options and levels of a group, of which the last letter may take its value from the next argument.
    private static func words(
        ofGroup group: String, _ rest: inout ArraySlice<String>
    ) throws(ToolError) -> [String] {
        var words: [String] = []
        var letters = group.dropFirst()
        while let letter = letters.popFirst() {
            if letter.isASCII, letter.isNumber {
                let digits = letters.prefix { $0.isASCII && $0.isNumber }
                letters = letters.dropFirst(digits.count)
                words.append("-\(letter)\(digits)")
            } else if let option = valueLetters[letter], let value = letters.isEmpty ? rest.popFirst() : String(letters)
            {
                guard !value.isEmpty else { throw missingValue(of: option[...]) }
                // So that -codec is not -c with -o.
                if letters.first?.isLetter == true, CommandTable.longOptions.contains("-\(group)") {
                    throw notOption(group)
                }
                words.append("\(option)=\(value)")
                letters = ""
            } else {
                guard group.count == 2 || self.letters.contains(letter) else { throw notOption(group) }
                words.append("-\(letter)")
            }
        }
        return words
    }

    // MARK: Errors

    private static func notCommand(_ name: String, isFile: Bool = false) -> ToolError {
        let advice =
            if isFile {
                "To compress a file, use 'graphz compress'."
            } else if let nearest = Spelling.nearest(to: name, in: Graphz.commandNames) {
                "Did you mean '\(nearest)'?"
            } else {
                "See 'graphz --help'."
            }
        return usageError("\(name.isEmpty ? "An empty argument" : "'\(name)'") is not a command. \(advice)")
    }

    private static func notOption(_ group: String) -> ToolError {
        let advice =
            Spelling.nearest(to: "-\(group)", in: CommandTable.longOptions).map { "Did you mean '\($0)'?" }
            ?? "Write './\(group)' for a file of that name, or '--' before it."
        return usageError("'\(group)' is not an option. \(advice)")
    }

    /// The error for an empty value, such as that of a variable without a value. The argument parser would take the next
    /// argument, which may be an archive.
    private static func missingValue(of option: Substring) -> ToolError {
        usageError("The value of '\(option)' is empty.")
    }

    private static func usageError(_ message: String) -> ToolError { ToolError(.usage, ArgumentText.shown(message)) }
}
