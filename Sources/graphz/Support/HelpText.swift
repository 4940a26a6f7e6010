/// Arranges the argument parser's help like that of other tools.
enum HelpText {
    /// The heading of the list of statuses in the manual.
    static let statusHeading = "Exit status:"

    /// Moves the usage to the beginning, and removes the list of statuses, which is for the manual.
    static func arranged(_ text: String) -> String {
        var parts = text.split(separator: "\n\n", omittingEmptySubsequences: false)
        parts.removeAll { $0.hasPrefix(statusHeading) }
        if let usage = parts.firstIndex(where: { $0.hasPrefix("USAGE:") }) {
            parts.insert(parts.remove(at: usage), at: 0)
        }
        return parts.joined(separator: "\n\n")
    }
}
