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

extension MacroExpansionContext {
    /// Reports a problem.
    ///
    /// - Parameters:
    ///   - id: Identifies the kind of problem.
    ///   - message: What is wrong and what to do.
    ///   - node: Where to show the message.
    ///   - severity: The severity, an error by default.
    ///   - fixIt: The title of a fix-it, the code that it replaces, and the replacement.
    func report(
        _ id: String, _ message: String, at node: some SyntaxProtocol, severity: DiagnosticSeverity = .error,
        fixIt: (message: String, old: Syntax, new: Syntax)? = nil
    ) {
        let fixIts = fixIt.map { fixIt in
            FixIt(
                message: Message(id: id, message: fixIt.message),
                changes: [.replace(oldNode: fixIt.old, newNode: fixIt.new)])
        }
        diagnose(
            Diagnostic(
                node: node, message: Message(id: id, message: message, severity: severity),
                fixIts: fixIts.map { [$0] } ?? []))
    }
}
#endif
