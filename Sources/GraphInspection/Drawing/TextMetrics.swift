import GraphCodable

/// Estimates the width of text in the fixed-width fonts of the pictures.
enum TextMetrics {
    /// The width of a character relative to the font size. Courier, Menlo and DejaVu Sans Mono have 0.60.
    private static let narrow = 0.605
    /// The width of Chinese characters, emoji and the like.
    private static let wide = 1.25

    /// Returns the width of a text as a picture shows it, in the unit of the font size.
    static func width(of text: some StringProtocol, size: Double) -> Double {
        EscapedText.printable(text).reduce(0) { $0 + (isWide($1) ? wide : narrow) } * size
    }

    private static func isWide(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first, scalar.value >= 0x1100 else { return false }
        if scalar.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return true }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return true
        default:
            return false
        }
    }
}
