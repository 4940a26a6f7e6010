import GraphCodable

/// Escapes text from untrusted archives for XML. Characters that don't print are escaped first, because XML cannot
/// represent control characters, and bidirectional ones would change the displayed order.
enum XMLText {
    static func escaped(_ text: some StringProtocol) -> String {
        var result = ""
        for character in EscapedText.printable(text).unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
