/// Arranges the argument parser's help like that of other tools.
enum HelpText {
    /// Moves the usage to the beginning.
    static func arranged(_ text: String) -> String {
        var parts = text.split(separator: "\n\n", omittingEmptySubsequences: false)
        if let usage = parts.firstIndex(where: { $0.hasPrefix("USAGE:") }) {
            parts.insert(parts.remove(at: usage), at: 0)
        }
        return parts.joined(separator: "\n\n")
    }
}
