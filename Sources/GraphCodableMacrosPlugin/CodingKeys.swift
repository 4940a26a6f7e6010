#if Macros
import SwiftSyntax

/// The keys of a type, which the expansion declares as an enumeration.
///
/// A property's key is the case with the property's name. Its raw value is the name too, unless `@CodingKey` sets
/// another.
struct CodingKeys {
    static let typeName = "GCodableKey"

    private(set) var cases: [(name: String, rawValue: String)] = []

    /// Adds a key.
    ///
    /// - Returns: False if the key already exists.
    mutating func insert(name: String, rawValue: String) -> Bool {
        guard !cases.contains(where: { $0.rawValue == rawValue }) else { return false }
        cases.append((name, rawValue))
        return true
    }

    /// The declaration, or `nil` if there are no keys.
    var declaration: String? {
        guard !cases.isEmpty else { return nil }
        let lines = cases.map { name, rawValue in
            name.trimmingBackticks == rawValue ? "case \(name)" : "case \(name) = \(rawValue.literal)"
        }
        return """
            private enum \(Self.typeName): String {
            \(lines.joined(separator: "\n").indented)
            }
            """
    }

    /// Returns an expression for a key.
    static func expression(_ name: String) -> String { "\(typeName).\(name)" }
}

extension String {
    /// The name without backticks.
    var trimmingBackticks: String {
        hasPrefix("`") && hasSuffix("`") && count > 2 ? String(dropFirst().dropLast()) : self
    }

    /// The name, in backticks if it is a keyword: a label may be a keyword, the name of a case may not.
    var escaped: String { keywords.contains(self) ? "`\(self)`" : self }

    /// The text as a string literal.
    var literal: String { StringLiteralExprSyntax(content: self).description }

    /// The text, indented by one level.
    var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
    }
}

private let keywords: Set<String> = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
    "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
    "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
]
#endif
