/// Arranges the argument parser's help like that of other tools.
enum HelpText {
    /// Moves the usage to the beginning, and lists no options there, which are below.
    static func arranged(_ text: String) -> String {
        var parts = text.split(separator: "\n\n", omittingEmptySubsequences: false)
        if let usage = parts.firstIndex(where: { $0.hasPrefix("USAGE:") }) {
            parts.insert(withoutOptions(parts.remove(at: usage)), at: 0)
        }
        return parts.joined(separator: "\n\n")
    }

    private static func withoutOptions(_ usage: Substring) -> Substring {
        let rest = usage.replacing(#/ \[-[^\]]*\]/#, with: "")
        // Behind "USAGE: graphz" and the command.
        let words = rest.split(separator: " ", maxSplits: 3)
        guard rest != usage, words.count >= 3 else { return usage }
        return (words[..<3] + ["[<options>]"] + words[3...]).joined(separator: " ")[...]
    }
}
