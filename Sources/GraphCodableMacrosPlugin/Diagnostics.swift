#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What the macro says about the code that it is attached to, or what one of its fix-its does.
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
    ///   - id: What tells this kind of problem from others.
    ///   - message: What is wrong and what to do.
    ///   - node: Where it is shown.
    ///   - fixIt: The text of a fix-it, what it replaces, and by what.
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
