import GraphCodable

/// Texts for XML, however hostile: whatever does not print is escaped first, because XML has no way to write control
/// characters, and bidirectional ones would show text in another order than it has.
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
