/// The texts in string literals of Swift source code.
package struct SourceTexts {
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    private let code: [UInt8]
    private var position = 0
    private var texts: [String] = []

    /// Returns the texts of at least `wordCount` words, in order. `…` stands for each interpolated value.
    package static func texts(in source: String, wordCount: Int) -> [String] {
        var reader = SourceTexts(code: Array(source.utf8))
        reader.readCode(isInterpolated: false)
        return reader.texts.filter { $0.split(separator: " ").count >= wordCount }
    }

    private init(code: [UInt8]) {
        self.code = code
    }

    private func starts(with text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        // Nearly always the first byte tells, and a debug build takes long to call a closure.
        guard position + count <= code.count, code[position] == text.utf8Start[0] else { return false }
        return (1..<count).allSatisfy { code[position + $0] == text.utf8Start[$0] }
    }

    /// Reads code up to the end, or to the parenthesis that ends an interpolation.
    private mutating func readCode(isInterpolated: Bool) {
        var depth = 0
        while position < code.count {
            if starts(with: "//") {
                position = code[position...].firstIndex(of: UInt8(ascii: "\n")) ?? code.count
            } else if starts(with: "\"\"\"") {
                position += 3
                readText(delimiter: "\"\"\"")
            } else if code[position] == Self.quote {
                position += 1
                readText(delimiter: "\"")
            } else {
                depth += code[position] == UInt8(ascii: "(") ? 1 : code[position] == UInt8(ascii: ")") ? -1 : 0
                position += 1
                if isInterpolated, depth < 0 { return }
            }
        }
    }

    private mutating func readText(delimiter: StaticString) {
        var text: [UInt8] = []
        while position < code.count, !starts(with: delimiter) {
            if starts(with: "\\(") {
                position += 2
                readCode(isInterpolated: true)
                text += Array("…".utf8)
            } else if code[position] == Self.backslash, position + 1 < code.count {
                // A line that ends with a backslash goes on with the next one.
                if code[position + 1] != UInt8(ascii: "\n") { text.append(code[position + 1]) }
                position += 2
            } else {
                text.append(code[position])
                position += 1
            }
        }
        position += delimiter.utf8CodeUnitCount
        let words = text.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
        texts.append(words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " "))
    }
}
