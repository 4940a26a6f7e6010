/// Lets the arguments be written as those of gzip, xz, lz4 and zstd are.
///
/// The argument parser takes neither a value in the same word as its letter (`-o-`, `-T4`), nor a number for a level (`-9`),
/// nor a letter for a command (`-d`). They are written out here, before the parser sees them.
enum HabitualArguments {
    /// A part of the arguments.
    private enum Word {
        case letter(Character)
        case level(String)
        case text(String)
    }

    private static let commandLetters: [Character: String] = [
        "z": "compress", "d": "decompress", "t": "verify", "l": "info",
    ]
    private static let commandWords = [
        "--compress": "compress", "--decompress": "decompress", "--uncompress": "decompress", "--test": "verify",
        "--list": "info",
    ]
    /// The letters that stand for something, in one command or another.
    private static let letters = Set("zdtlckfqvroTshV")
    /// Letters that have a value, with their options.
    private static let valueLetters: [Character: String] = ["o": "--output", "T": "--threads"]
    /// The commands for which a number is a level.
    private static let compressors: Set<String> = ["compress", "recode", "salvage"]
    /// What the parser answers without a command.
    private static let questions = ["--help", "--version", "--generate-completion-script", "--experimental-dump-help"]

    /// Writes out what the argument parser does not know.
    ///
    /// - Parameters:
    ///   - arguments: What follows the tool's name.
    ///   - commands: The names of all commands.
    /// - Returns: Arguments that begin with a command, or that the parser answers without one.
    /// - Throws: ``ToolError`` when no command is named.
    static func parsable(_ arguments: [String], commands: [String]) throws(ToolError) -> [String] {
        guard let first = arguments.first else { return [] }
        if commands.contains(first) {
            return [first] + written(try words(of: Array(arguments.dropFirst())), for: first)
        }
        let words = try words(of: arguments)
        // As elsewhere, the last one counts.
        if let command = words.compactMap(command).last {
            return [command] + written(words.filter { Self.command($0) == nil }, for: command)
        }
        if first == "help" || words.contains(where: isQuestion) {
            return first == "-V" ? ["--version"] : arguments
        }
        guard first.hasPrefix("-") else {
            throw ToolError(
                .usage,
                "'\(first)' is not a command. To compress a file, use 'graphz compress'. See 'graphz --help'.")
        }
        return ["compress"] + written(words, for: "compress")
    }

    private static func words(of arguments: [String]) throws(ToolError) -> [Word] {
        var words: [Word] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument != "--" else {
                return words + ([argument] + rest).map(Word.text)
            }
            guard argument.hasPrefix("-"), !argument.hasPrefix("--"), argument != "-" else {
                words.append(.text(argument))
                continue
            }
            guard argument.count == 2 || hasMeaning(argument.dropFirst()) else {
                throw ToolError(
                    .usage,
                    """
                    '\(argument)' is no option. Write './\(argument)' for a file of that name, or '--' before it. \
                    See 'graphz --help'.
                    """)
            }
            var letters = argument.dropFirst()
            while let letter = letters.popFirst() {
                if letter.isASCII, letter.isNumber {
                    let digits = String(letter) + letters.prefix { $0.isASCII && $0.isNumber }
                    letters = letters.dropFirst(digits.count - 1)
                    words.append(.level(digits))
                } else if let option = valueLetters[letter], let value = letters.isEmpty ? rest.first : String(letters)
                {
                    words.append(.text("\(option)=\(value)"))
                    rest = letters.isEmpty ? rest.dropFirst() : rest
                    letters = ""
                } else {
                    words.append(.letter(letter))
                }
            }
        }
        return words
    }

    /// Whether letters that stand together are options, levels, or an option with its value.
    private static func hasMeaning(_ word: Substring) -> Bool {
        let options = word.prefix { valueLetters[$0] == nil }
        return options.allSatisfy { letters.contains($0) || ($0.isASCII && $0.isNumber) }
    }

    private static func command(_ word: Word) -> String? {
        switch word {
        case .letter(let letter): commandLetters[letter]
        case .text(let text): commandWords[text]
        case .level: nil
        }
    }

    private static func isQuestion(_ word: Word) -> Bool {
        switch word {
        case .letter(let letter): letter == "h" || letter == "V"
        case .text(let text): questions.contains { text.hasPrefix($0) }
        case .level: false
        }
    }

    private static func written(_ words: [Word], for command: String) -> [String] {
        words.map { word in
            switch word {
            case .letter(let letter): "-\(letter)"
            case .level(let level): compressors.contains(command) ? "--level=\(level)" : "-\(level)"
            case .text(let text): text
            }
        }
    }
}
