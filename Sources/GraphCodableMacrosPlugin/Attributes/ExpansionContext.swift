#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The compiler's context of an expansion, which remembers whether the macro has reported an error.
final class ExpansionContext {
    private let base: any MacroExpansionContext
    private(set) var hasErrors = false

    init(_ base: any MacroExpansionContext) {
        self.base = base
    }

    /// The declarations around the type, from the inside out.
    var lexicalContext: [Syntax] { base.lexicalContext }

    /// Returns the access level that a member of a type needs to satisfy a requirement, followed by a space; empty for internal.
    func access(of type: some DeclGroupSyntax) -> String {
        let hasOwn = type.modifiers.contains { $0.detail == nil && Self.accessLevels.contains($0.name.text) }
        // Members of an extension have its access level, unless they have one of their own.
        let outer = hasOwn ? nil : lexicalContext.first?.as(ExtensionDeclSyntax.self)
        return (outer?.modifiers ?? type.modifiers).access
    }

    private static let accessLevels: Set = ["open", "public", "package", "internal", "fileprivate", "private"]

    /// Reports a problem. The author of the program chooses one of the fix-its.
    ///
    /// - Parameters:
    ///   - id: The identifier of the kind of problem.
    ///   - message: What is wrong, and what to do.
    func report(
        _ id: String, _ message: String, at node: some SyntaxProtocol, severity: DiagnosticSeverity = .error,
        fixIt fixIts: FixIt?...
    ) {
        hasErrors = hasErrors || severity == .error
        base.diagnose(
            Diagnostic(
                node: node, message: Message(id: id, message: message, severity: severity),
                fixIts: fixIts.compactMap(\.self)))
    }

    /// Returns code whose errors the compiler reports at a declaration.
    func placing(_ code: String, at node: some SyntaxProtocol) -> String {
        guard let place = base.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath) else { return code }
        return "#sourceLocation(file: \(place.file), line: \(place.line))\n\(code)"
    }

    /// Returns whether two nodes are at the same place in the source, such as two copies of an attribute.
    func areAtSamePlace(_ first: some SyntaxProtocol, _ second: some SyntaxProtocol) -> Bool {
        let places = [Syntax(first), Syntax(second)].map { node in
            base.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath).map { "\($0.line):\($0.column)" }
        }
        return places[0] == places[1]
    }
}
#endif
