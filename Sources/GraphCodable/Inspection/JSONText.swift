import Foundation

/// Writes the parts of JSON text as UTF-8.
package enum JSONText {
    /// Appends a string in quotation marks. Unprintable characters are escaped, so the text can be shown on a terminal.
    static func append(string: String, to text: inout [UInt8]) {
        text.append(contentsOf: "\"\(EscapedText.escape(string, isQuoted: true, number: escape))\"".utf8)
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
