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

extension FixIt {
    /// Creates a fix-it that replaces code.
    init(_ message: String, _ old: some SyntaxProtocol, _ new: some SyntaxProtocol) {
        self.init(
            message: Message(id: "fixIt", message: message),
            changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
    }
}
#endif
