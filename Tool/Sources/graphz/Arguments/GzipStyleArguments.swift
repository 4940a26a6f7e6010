/// Accepts arguments in the style of gzip, xz, lz4 and zstd.
///
/// The argument parser doesn't support values in the same word as their letter (`-o-`, `-T4`), numbers for levels
/// (`-9`), letters for commands (`-d`), or options before a command. This type expands them before parsing.
enum GzipStyleArguments {
    /// A part of the arguments.
    private enum Word {
        case letter(Character)
        case level(String)
        case text(String)
        /// Two hyphens, or an argument after them, which is never an option or a command.
        case operand(String)
    }

    static let commandLetters: [Character: String] = [
        "z": "compress", "d": "decompress", "t": "verify", "l": "info",
    ]
    private static let commandWords = [
        "--compress": "compress", "--decompress": "decompress", "--uncompress": "decompress", "--test": "verify",
        "--list": "info",
    ]
    /// The letters that have a meaning in some command.
    private static let letters = Set("zdtlckfqvroTshV")
    /// Letters that take a value, with their options.
    private static let valueLetters: [Character: String] = ["o": "--output", "T": "--threads"]
    /// The commands for which a number is a level.
    private static let compressors: Set<String> = ["compress", "recode", "salvage"]
    /// The options that the parser accepts without a command.
    private static let questions = ["--generate-completion-script", "--experimental-dump-help"]

    /// Expands the arguments that the argument parser doesn't support. The result begins with a command, or the parser
    /// accepts it without one.
    static func parsable(
        _ arguments: [String],
        isFile: (String) -> Bool = { ArchiveEndpoint(input: $0).status(followsLinks: false) != nil }
    ) throws(ToolError) -> [String] {
        guard let first = arguments.first else { return [] }
        let commands = Graphz.commandNames
        if commands.contains(first) {
            return [first] + written(try words(of: Array(arguments.dropFirst())), for: first)
        }
        if first == "help" {
            if let topic = arguments.dropFirst().first, !topic.hasPrefix("-"), !commands.contains(topic) {
                throw notCommand(topic)
            }
            return arguments
        }
        var words = try words(of: arguments)
        if words.contains(where: { isQuestion($0, letter: "V", option: "--version") }) { return ["--version"] }
        let operand = firstOperand(words).flatMap { place in text(words[place]).map { (place, $0) } }
        if let (place, name) = operand, commands.contains(name), !isFile(name) {
            words.remove(at: place)
            return [name] + written(words, for: name)
        }
        // As in other tools, the last command applies.
        if let command = words.compactMap(command).last {
            return [command] + written(words.filter { Self.command($0) == nil }, for: command)
        }
        if words.contains(where: isQuestion) { return arguments }
        // A misspelt command must not become a file to compress.
        if let (_, name) = operand,
            !first.hasPrefix("-") || (!isFile(name) && Spelling.nearest(to: name, in: commands) != nil)
        {
            throw notCommand(name, isFile: isFile(name))
        }
        return ["compress"] + written(words, for: "compress")
    }

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

    /// Returns the position of the first argument that is neither an option nor its value, nor after two hyphens.
    private static func firstOperand(_ words: [Word]) -> Int? {
        var isValue = false
        for (place, word) in words.enumerated() {
            guard case .text(let text) = word, !isValue else {
                isValue = false
                continue
            }
            guard text.hasPrefix("-"), text != "-" else { return place }
            isValue = CommandTable.takesValue(text) && commandWords[text] == nil
        }
        return nil
    }

    private static func text(_ word: Word) -> String? {
        guard case .text(let text) = word else { return nil }
        return text
    }

    private static func words(of arguments: [String]) throws(ToolError) -> [Word] {
        var words: [Word] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument != "--" else { return words + ([argument] + rest).map(Word.operand) }
            if argument.hasPrefix("--") || !argument.hasPrefix("-") || argument == "-" {
                if argument.hasPrefix("--"), argument.firstIndex(of: "=") == argument.indices.last {
                    throw missingValue(of: argument.dropLast())
                }
                words.append(.text(argument))
            } else {
                try check(group: argument)
                words += try self.words(ofGroup: argument.dropFirst(), &rest)
            }
        }
        return words
    }

    /// Throws an error unless a hyphen and what follows can be a group of letters.
    private static func check(group argument: String) throws(ToolError) {
        guard argument.count > 2 else { return }
        guard hasMeaning(argument.dropFirst()), !CommandTable.longOptions.contains("-\(argument)") else {
            let advice =
                Spelling.nearest(to: "-\(argument)", in: CommandTable.longOptions).map { "Did you mean '\($0)'?" }
                ?? "Write './\(argument)' for a file of that name, or '--' before it."
            throw usageError("'\(argument)' is not an option. \(advice)")
        }
    }

    /// Returns the letters and levels of a group, of which the last letter may take its value from the next argument.
    private static func words(
        ofGroup group: Substring, _ rest: inout ArraySlice<String>
    ) throws(ToolError) -> [Word] {
        var words: [Word] = []
        var letters = group
        while let letter = letters.popFirst() {
            if letter.isASCII, letter.isNumber {
                let digits = String(letter) + letters.prefix { $0.isASCII && $0.isNumber }
                letters = letters.dropFirst(digits.count - 1)
                words.append(.level(digits))
            } else if let option = valueLetters[letter], let value = letters.isEmpty ? rest.popFirst() : String(letters)
            {
                guard !value.isEmpty else { throw missingValue(of: option[...]) }
                words.append(.text("\(option)=\(value)"))
                letters = ""
            } else {
                words.append(.letter(letter))
            }
        }
        return words
    }

    /// The error for an empty value, such as that of a variable without a value. The argument parser would take the next
    /// argument, which may be an archive.
    private static func missingValue(of option: Substring) -> ToolError {
        usageError("The value of '\(option)' is empty.")
    }

    private static func usageError(_ message: String) -> ToolError { ToolError(.usage, ArgumentText.shown(message)) }

    /// Whether a group of letters consists of options, levels, or an option with its value.
    private static func hasMeaning(_ word: Substring) -> Bool {
        let options = word.prefix { valueLetters[$0] == nil }
        return options.allSatisfy { letters.contains($0) || ($0.isASCII && $0.isNumber) }
    }

    private static func command(_ word: Word) -> String? {
        switch word {
        case .letter(let letter): commandLetters[letter]
        case .text(let text): commandWords[text]
        case .level, .operand: nil
        }
    }

    private static func isQuestion(_ word: Word) -> Bool {
        isQuestion(word, letter: "h", option: "--help") || questions.contains { text(word)?.hasPrefix($0) == true }
    }

    private static func isQuestion(_ word: Word, letter: Character, option: String) -> Bool {
        if case .letter(letter) = word { return true }
        return text(word) == option
    }

    private static func written(_ words: [Word], for command: String) -> [String] {
        words.map { word in
            switch word {
            case .letter(let letter): "-\(letter)"
            case .level(let level): compressors.contains(command) ? "--level=\(level)" : "-\(level)"
            case .text(let text), .operand(let text): text
            }
        }
    }
}
