#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// The text of a diagnostic or of a fix-it.
struct Message: DiagnosticMessage, FixItMessage {
    let id: String
    let message: String
    var severity: DiagnosticSeverity = .error

    var diagnosticID: MessageID { MessageID(domain: "GraphCodableMacros", id: id) }
    var fixItID: MessageID { diagnosticID }
}

/// A fix-it: its title, and replacements of code.
struct FixItText {
    let message: String
    private(set) var changes: [(old: Syntax, new: Syntax)]

    init(_ message: String, _ old: some SyntaxProtocol, _ new: some SyntaxProtocol) {
        self.message = message
        changes = [(Syntax(old), Syntax(new))]
    }

    func and(_ old: some SyntaxProtocol, _ new: some SyntaxProtocol) -> FixItText {
        var both = self
        both.changes.append((Syntax(old), Syntax(new)))
        return both
    }
}
#endif
