/// Escapes text from an archive so that it is safe to print. Only this type decides which characters are safe.
///
/// Type names, keys, strings, metadata and file names can contain anything. A line break can forge a line in a log, a
/// control character can drive a terminal, and a bidirectional control can change the order in which text is shown.
package enum EscapedText {
    /// Returns the text with every unprintable character replaced by `\n`, `\t`, `\r` or `\u{…}`.
    ///
    /// The operation is idempotent, so text that is already escaped in part can be escaped as a whole.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    package static func printable(_ text: some StringProtocol) -> String {
        escape(text, isQuoted: false)
    }

    /// Returns printable text that can be placed between quotation marks. Like Swift, it also escapes quotation marks
    /// and backslashes.
    package static func escaped(_ text: some StringProtocol) -> String {
        escape(text, isQuoted: true)
    }

    /// Returns printable text in quotation marks.
    package static func quoted(_ text: some StringProtocol) -> String {
        "\"\(escaped(text))\""
    }

    /// Returns the first characters of a text, or `nil` if the text is not longer.
    ///
    /// A character can have any number of combining marks, so the result has at most 16 bytes for each of the characters allowed.
    ///
    /// - Complexity: O(*limit*).
    package static func beginning(of text: String, characters limit: Int) -> Substring? {
        let utf8 = text.utf8
        var shown = text[...]
        let byteLimit = max(0, min(limit, 1 << 20)) * 16
        if var end = utf8.index(utf8.startIndex, offsetBy: byteLimit, limitedBy: utf8.endIndex), end < utf8.endIndex {
            while end > utf8.startIndex, UTF8.isContinuation(utf8[end]) {
                utf8.formIndex(before: &end)
            }
            shown = text[..<end]
        }
        shown = shown.prefix(max(0, limit))
        return shown.endIndex == text.endIndex ? nil : shown
    }

    /// Returns printable text of limited length, for messages that may contain text from an archive. The middle of a longer text
    /// is left out: the end often says what to do.
    ///
    /// - Complexity: O(*limit*).
    package static func message(_ text: String, characters limit: Int = 2_000) -> String {
        guard let beginning = beginning(of: text, characters: limit) else { return printable(text) }
        return printable(beginning.prefix(limit / 2)) + " … " + printable(String(text.unicodeScalars.suffix(limit / 2)))
    }

    /// Returns whether a scalar is invisible, breaks a line, or changes how other characters are shown.
    package static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F {
            return scalar.value < 0x20
        }
        switch scalar.value {
        // Joiners and variation selectors occur in words and emoji.
        case 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF: return false
        default: break
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
        }
    }

    /// Returns a text in which unprintable characters are escaped: newlines, carriage returns and tabs by a letter.
    ///
    /// - Parameters:
    ///   - isQuoted: Whether to escape quotation marks and backslashes as well.
    ///   - number: Returns the escape of any other unprintable character.
    static func escape(
        _ text: some StringProtocol, isQuoted: Bool,
        number: (Unicode.Scalar) -> String = { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }
    ) -> String {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && !(isQuoted && ($0 == 0x22 || $0 == 0x5C)) }
        guard !isPlain else { return String(text) }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\"" where isQuoted, "\\" where isQuoted: result += "\\\(scalar)"
            case _ where isUnprintable(scalar): result += number(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
