/// The help of the argument parser, arranged as that of other tools is.
enum HelpText {
    /// What stands above the list of statuses in the manual.
    static let statusHeading = "Exit status:"

    /// Puts the usage first, and leaves out the list of statuses, which is for the manual.
    static func arranged(_ text: String) -> String {
        var parts = text.split(separator: "\n\n", omittingEmptySubsequences: false)
        parts.removeAll { $0.hasPrefix(statusHeading) }
        if let usage = parts.firstIndex(where: { $0.hasPrefix("USAGE:") }) {
            parts.insert(parts.remove(at: usage), at: 0)
        }
        return parts.joined(separator: "\n\n")
    }
}
