import Foundation

/// Writes the parts of JSON text as UTF-8.
package enum JSONText {
    /// Appends a string in quotation marks. Invalid UTF-8 is replaced and unprintable characters are escaped, so the
    /// text can be shown on a terminal.
    static func append(string utf8: UnsafeRawBufferPointer, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        let isPlain = utf8.allSatisfy {
            $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        if isPlain {
            text.append(contentsOf: utf8)
        } else {
            for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
                append(scalar, to: &text)
            }
        }
        text.append(UInt8(ascii: "\""))
    }

    static func append(string: String, to text: inout [UInt8]) {
        var string = string
        string.withUTF8 { append(string: UnsafeRawBufferPointer($0), to: &text) }
    }

    private static func append(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
        switch scalar {
        case "\"", "\\":
            text.append(UInt8(ascii: "\\"))
            text.append(UInt8(truncatingIfNeeded: scalar.value))
        case "\n": text.append(contentsOf: Array("\\n".utf8))
        case "\r": text.append(contentsOf: Array("\\r".utf8))
        case "\t": text.append(contentsOf: Array("\\t".utf8))
        case _ where EscapedText.isUnprintable(scalar): text.append(contentsOf: escape(scalar).utf8)
        default: text.append(contentsOf: scalar.utf8)
        }
    }

    /// Returns the escape of a character, by its number.
    package static func escape(_ scalar: Unicode.Scalar) -> String {
        scalar.utf16.map { "\\u" + String(0x1_0000 + Int($0), radix: 16).dropFirst() }.joined()
    }

    static func append(base64 bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
        text.append(contentsOf: "\"\(Data(bytes).base64EncodedString())\"".utf8)
    }

    /// Appends a number as Swift describes it, or an object for a number that JSON cannot represent.
    static func append(number: String, to text: inout [UInt8]) {
        guard number.last?.isNumber != true else {
            return text.append(contentsOf: number.utf8)
        }
        let name = number.contains("nan") ? "nan" : number
        text.append(contentsOf: "{\"number\":\"\(name)\"}".utf8)
    }
}
