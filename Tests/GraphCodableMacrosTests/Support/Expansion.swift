#if Macros
import Foundation
import Testing

/// The conformances that a type lacks which is no subclass of an archivable class.
let lackingAll = ["GEncodable", "GDecodable", "_GCodableClass"]

/// A diagnostic as it is shown: the place, the severity, the message; and the message of its fix-it.
struct ExpectedDiagnostic: Equatable, CustomStringConvertible {
    var description: String
    var fixIt: String?

    init(_ description: String, fixIt: String? = nil) {
        self.description = description
        self.fixIt = fixIt
    }
}

/// What the macro makes of a source with one type that has it.
struct Expansion {
    /// The members that the type gets, and its extension.
    let code: String
    let diagnostics: [ExpectedDiagnostic]
    /// The source after the first fix-it of each diagnostic.
    let fixed: String
    /// The source after each fix-it by itself.
    let fixes: [String]

    /// - Parameters:
    ///   - source: The source, which may have one type around the type.
    ///   - conformances: Those that the type lacks, as the compiler tells the macro.
    init(_ source: String, conformances: [String] = lackingAll) throws {
        let lines = source.components(separatedBy: "\n")
        let first = lines.firstIndex { $0.contains("@GCodable") } ?? 0
        let indentation = String(lines[first].prefix { $0 == " " })
        let last = lines[first...].lastIndex { $0.hasPrefix(indentation + "}") || lines.count == first + 2 } ?? first
        let offset = lines[..<first].reduce(0) { $0 + $1.utf8.count + 1 }
        let declaration = lines[first...last].joined(separator: "\n")
        let parts = lines[first].components(separatedBy: "@GCodable")
        let before = parts[0].utf8.count
        let plugin = try PluginProcess.shared.get()
        let context = first > 0 ? [PluginProcess.Syntax("declaration", lines[0] + "}")] : []
        let results = try ["member", "extension"].map { role in
            try plugin.expand(
                role,
                PluginProcess.Syntax(
                    "attribute", "@GCodable" + (parts.last ?? ""), offset: offset + before, column: before + 1),
                PluginProcess.Syntax("declaration", declaration, offset: offset), type: "T", conformances: conformances,
                context: context)
        }
        code = results.compactMap(\.expandedSource).filter { !$0.isEmpty }
            .joined(separator: "\n\n").components(separatedBy: "\n")
            .map { $0.allSatisfy { $0 == " " } ? "" : $0 }.joined(separator: "\n")
        let found = results.flatMap(\.diagnostics)
        diagnostics = found.map { diagnostic in
            let before = source.utf8.prefix(diagnostic.position.offset)
            let line = before.filter { $0 == UInt8(ascii: "\n") }.count + 1
            let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
            return ExpectedDiagnostic(
                "\(line):\(column) \(diagnostic.severity): \(diagnostic.message)",
                fixIt: diagnostic.fixIts.first?.message)
        }
        func apply(_ changes: [PluginProcess.Diagnostic.FixIt.Change]) -> String {
            // From the end on, so that the places of those before stay as they are.
            var text = Array(source.utf8)
            for change in changes.sorted(by: { $0.range.startOffset > $1.range.startOffset }) {
                text.replaceSubrange(change.range.startOffset..<change.range.endOffset, with: change.newText.utf8)
            }
            return String(decoding: text, as: UTF8.self)
        }
        fixed = apply(found.compactMap(\.fixIts.first).flatMap(\.changes))
        fixes = found.flatMap(\.fixIts).map { apply($0.changes) }
    }
}

/// Expects diagnostics and the outcome of their fix-its, whatever the expansion is.
func expectDiagnostics(
    _ source: String, _ diagnostics: [ExpectedDiagnostic],
    fixed: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let found = try Expansion(source)
    #expect(found.diagnostics == diagnostics, sourceLocation: sourceLocation)
    if let fixed {
        #expect(found.fixed == fixed, sourceLocation: sourceLocation)
    }
}
#endif
