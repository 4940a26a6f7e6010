/// Makes text from an archive safe to print: the one place that decides which characters are shown as they are.
///
/// Type names, keys, strings, metadata and the names of files may hold anything. A line end forges a line of a log, a control
/// character drives a terminal, and a bidirectional one shows text in another order than it has.
package enum EscapedText {
    /// Text in which every character that does not print as itself is written as `\n`, `\t`, `\r` or `\u{…}`.
    ///
    /// Applied twice it changes nothing more, so that text of which a part is escaped already can be made safe as a whole.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    package static func printable(_ text: some StringProtocol) -> String {
        escape(text, isQuoted: false)
    }

    /// Printable text that can stand between quotation marks: these and backslashes are escaped as well, as in Swift.
    package static func escaped(_ text: some StringProtocol) -> String {
        escape(text, isQuoted: true)
    }

    /// The text in quotation marks, escaped.
    package static func quoted(_ text: some StringProtocol) -> String {
        "\"\(escaped(text))\""
    }

    /// Whether a scalar is not shown as it is: it does not print, breaks a line, or changes how others are shown.
    package static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F {
            return scalar.value < 0x20
        }
        switch scalar.value {
        // Joiners and variation selectors are parts of words and of emoji.
        case 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF: return false
        default: break
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
        }
    }

    private static func escape(_ text: some StringProtocol, isQuoted: Bool) -> String {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && !(isQuoted && ($0 == 0x22 || $0 == 0x5C)) }
        guard !isPlain else { return String(text) }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\"" where isQuoted, "\\" where isQuoted: result += "\\\(scalar)"
            case _ where isUnprintable(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
