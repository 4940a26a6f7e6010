#if Macros
import SwiftSyntax

/// The keys of a type, as the enumeration that the expansion declares.
///
/// A property's key is a case of the property's own name. Its raw value is the name too, unless `@CodingKey` gives another one.
struct CodingKeys {
    static let typeName = "GCodableKey"

    private(set) var cases: [(name: String, rawValue: String)] = []

    /// Adds a key.
    ///
    /// - Returns: False when there is such a key already.
    mutating func insert(name: String, rawValue: String) -> Bool {
        guard !cases.contains(where: { $0.rawValue == rawValue }) else { return false }
        cases.append((name, rawValue))
        return true
    }

    /// The declaration, or nothing when there are no keys.
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

    /// An expression for a key.
    static func expression(_ name: String) -> String { "\(typeName).\(name)" }
}

extension String {
    /// The name without the backticks that let a keyword be a name.
    var trimmingBackticks: String {
        hasPrefix("`") && hasSuffix("`") && count > 2 ? String(dropFirst().dropLast()) : self
    }

    /// The name in backticks, if it is a keyword: labels may be keywords, names of cases may not.
    var escaped: String { keywords.contains(self) ? "`\(self)`" : self }

    /// The text as a string literal.
    var literal: String { StringLiteralExprSyntax(content: self).description }

    /// The lines, each moved to the right by a level.
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
