/// Arranges the argument parser's help like that of other tools.
enum HelpText {
    /// Moves the usage to the beginning, and replaces its list of options, which are explained below, by `[<options>]`.
    static func arranged(_ text: String) -> String {
        var parts = text.split(separator: "\n\n", omittingEmptySubsequences: false)
        if let usage = parts.firstIndex(where: { $0.hasPrefix("USAGE:") }) {
            parts.insert(withoutOptions(parts.remove(at: usage)), at: 0)
        }
        return parts.joined(separator: "\n\n")
    }

    private static func withoutOptions(_ usage: Substring) -> Substring {
        let rest = usage.replacing(#/ \[-[^\]]*\]/#, with: "")
        // The options belong after "USAGE: graphz" and the command.
        let words = rest.split(separator: " ", maxSplits: 3)
        guard rest != usage, words.count >= 3 else { return usage }
        return (words[..<3] + ["[<options>]"] + words[3...]).joined(separator: " ")[...]
    }
}
