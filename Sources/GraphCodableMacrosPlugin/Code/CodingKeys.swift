#if Macros
import SwiftParser
import SwiftSyntax

/// The keys of a type, which the expansion declares as an enumeration.
///
/// A property's key is the case with the property's name. Its raw value is the name too, unless `@CodingKey` sets
/// another.
struct CodingKeys {
    static let typeName = "GCodableKey"

    private(set) var cases: [(name: String, rawValue: String)] = []

    /// Adds a key, unless it already exists. Returns whether it was added.
    mutating func insert(name: String, rawValue: String) -> Bool {
        guard !cases.contains(where: { $0.rawValue == rawValue }) else { return false }
        cases.append((name, rawValue))
        return true
    }

    /// Returns the declaration, or `nil` if there are no keys.
    ///
    /// - Parameter check: The check of the types of the stored values, or `nil` if nothing checks them. If there is one, the
    ///   compiler says nothing about these types elsewhere.
    func declaration(_ check: TypeCheck?) -> String? {
        guard !cases.isEmpty else { return nil }
        let lines = cases.map { name, rawValue in
            name.trimmingBackticks == rawValue ? "case \(name)" : "case \(name) = \(rawValue.literal)"
        }
        let functions = check?.functions ?? []
        let body = functions.joined(separator: "\n").indented.indented
        let nested = functions.isEmpty ? "" : "\n\n    enum Check {\n\(body)\n    }"
        return """
            private enum \(Self.typeName): Swift.String\(functions.isEmpty ? "" : ", \(QualifiedNames.module).CheckedKey") {
            \(lines.joined(separator: "\n").indented)\(nested)
            }
            """
    }

    static func expression(_ name: String) -> String { "\(typeName).\(name)" }

    /// Returns the name of a case for the name of a property.
    ///
    /// After a type, `.Type` and `.Protocol` mean something else, even in backticks. Other names belong to aliases and to the
    /// check of types. A name with an added underscore is not that of another property, because that gets one as well.
    static func caseName(_ name: String) -> String {
        let stem = name.trimmingBackticks.replacing(/_+$/, with: "")
        return ["Type", "Protocol", "Check"].contains(stem) || stem.contains("_alias") ? name.derived("", "_") : name
    }
}

extension String {
    /// The name without backticks.
    var trimmingBackticks: String {
        hasPrefix("`") && hasSuffix("`") && count > 2 ? String(dropFirst().dropLast()) : self
    }

    var isKeyword: Bool {
        let token = Parser.parse(source: self).firstToken(viewMode: .sourceAccurate)
        guard case .keyword = token?.tokenKind else { return false }
        return token?.text == self
    }

    /// The name, in backticks if it is none without them.
    var escaped: String { isValidSwiftIdentifier(for: .variableName) ? self : "`\(self)`" }

    /// A name that is made of this one.
    func derived(_ prefix: String = "", _ suffix: String = "") -> String {
        "\(prefix)\(trimmingBackticks)\(suffix)".escaped
    }

    var literal: String { StringLiteralExprSyntax(content: self).description }

    /// A literal as attributes need it, in which quotes and backslashes are escaped.
    ///
    /// A line end of two characters is one `Character`.
    var plainLiteral: String {
        let escapes: [Unicode.Scalar: String] = ["\\": "\\\\", "\"": "\\\"", "\n": "\\n", "\r": ""]
        return "\"\(unicodeScalars.map { escapes[$0] ?? String($0) }.joined())\""
    }

    /// The text, indented by one level.
    var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
    }
}
#endif
