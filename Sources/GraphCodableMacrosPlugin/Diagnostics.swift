#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

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

    init(_ message: String, _ old: Syntax, _ new: Syntax) {
        self.message = message
        changes = [(old, new)]
    }

    func and(_ old: Syntax, _ new: Syntax) -> FixItText {
        var both = self
        both.changes.append((old, new))
        return both
    }
}

extension MacroExpansionContext {
    /// Reports a problem, which an identifier names: what is wrong and what to do. The author of the program chooses one of the
    /// fix-its.
    func report(
        _ id: String, _ message: String, at node: some SyntaxProtocol, severity: DiagnosticSeverity = .error,
        fixIt: FixItText? = nil, _ others: FixItText...
    ) {
        let fixIts = ([fixIt].compactMap { $0 } + others).map { fixIt in
            FixIt(
                message: Message(id: id, message: fixIt.message),
                changes: fixIt.changes.map { .replace(oldNode: $0.old, newNode: $0.new) })
        }
        diagnose(
            Diagnostic(
                node: node, message: Message(id: id, message: message, severity: severity), fixIts: fixIts))
    }
}
#endif
