import ArgumentParser

/// Rewords the argument parser's messages: one line, that says which values are possible and which option was meant.
enum UsageMessage {
    /// What the values of options are, by the name that the help gives them.
    private static let kinds = [
        "number": "a whole number", "times": "a whole number", "characters": "a whole number",
        "depth": "a whole number",
        "object": "the number of an object", "size": "a number of bytes, such as 4096, 64K, 16M or 4G",
    ]

    /// Returns the message for an error in the arguments of a command, if there is one.
    static func text(_ message: String, command name: String?) -> String {
        let message = ArgumentText.shown(message)
        let command = CommandTable.command(named: name)
        var text = message.split(separator: "\n").first.map(String.init) ?? ""
        let quoted = message.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
        if quoted.count >= 3, quoted[0] == "Unknown option " {
            text = "\(name.map { "'\($0)' has no" } ?? "There is no") option '\(quoted[1])'."
            let known = (command?.options.flatMap(\.spellings) ?? CommandTable.longOptions) + ["--version"]
            if quoted[1].hasPrefix("--"), let nearest = Spelling.nearest(to: quoted[1], in: known) {
                text += " Did you mean '\(nearest)'?"
            }
        } else if quoted[0] == "Missing expected argument ", let command {
            text = "'\(command.commandName)' needs \(command.operands.map { "<\($0)>" }.joined(separator: " and "))."
        } else if quoted.count >= 5, quoted[0] == "The value ", quoted[2].hasPrefix(" is invalid for") {
            let option = quoted[3].split(separator: " ").first.map(String.init) ?? ""
            let value = quoted[1].isEmpty ? "An empty value" : "The value '\(quoted[1])'"
            let argument = command?.options.first { $0.spellings.contains(option) }
            text = "\(value) is invalid for \(option)"
            if let values = argument?.allValues {
                text += ": \(values.joined(separator: ", "))"
            } else if let kind = argument?.valueName.flatMap({ kinds[$0] }) {
                text += ", which takes \(kind)"
            }
        }
        if text.last.map({ !".?!".contains($0) }) == true { text += "." }
        return "\(text) See 'graphz \(command.map { "help \($0.commandName)" } ?? "--help")'."
    }
}
