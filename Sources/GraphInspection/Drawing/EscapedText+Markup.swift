import GraphCodable

extension EscapedText {
    /// Escapes text from untrusted archives for XML. XML cannot represent control characters, and bidirectional ones would change
    /// the displayed order.
    package static func xml(_ text: some StringProtocol) -> String {
        printable(text, replacing: ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
    }

    /// Returns printable text with other scalars replaced, too. A character may be one of them with a combining mark.
    static func printable(_ text: some StringProtocol, replacing escapes: [Unicode.Scalar: String]) -> String {
        printable(text).unicodeScalars.reduce(into: "") { $0 += escapes[$1] ?? String($1) }
    }
}
