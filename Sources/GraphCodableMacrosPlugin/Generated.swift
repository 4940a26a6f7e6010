#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// The names that generated code uses. They are qualified, because a type may have a nested type or a generic parameter of
/// the same name, such as `String`.
enum Generated {
    /// The module that generated code qualifies names with. It exports the core's names, too. A program may have a type
    /// `GraphCodable`.
    static let module = "GraphCodableMacros"
    static let decoder = "any \(module).GDecoder"
    static let encoder = "any \(module).GEncoder"
    static let archivable = "\(module).GEncodable & \(module).GDecodable"

    /// Returns what keeps generated code from being part of a type: the place and a message.
    static func obstacle(in type: some DeclGroupSyntax) -> (node: Syntax, message: String)? {
        let inherited = type.inheritanceClause?.inheritedTypes ?? []
        if let name = inherited.first(where: { ["~Copyable", "~Escapable"].contains($0.type.trimmedDescription) }) {
            let text = name.type.trimmedDescription
            return (
                Syntax(name), "Archives hold copies, which this type does not allow. Remove '\(text)' or @GCodable."
            )
        }
        let parameters = type.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause?.parameters
        if let pack = parameters?.first(where: { $0.specifier?.tokenKind == .keyword(.each) }) {
            return (
                Syntax(pack), "@GCodable cannot archive parameter packs. Write init(from:) and encode(to:) by hand."
            )
        }
        let names = type.memberBlock.members.declaredNames + (parameters ?? []).map(\.name)
        return names.first { [module, "Swift", CodingKeys.typeName].contains($0.text) }.map { name in
            (Syntax(name), "Generated code uses the name '\(name.text)'. Give this type another name.")
        }
    }
}

extension MemberBlockItemListSyntax {
    /// The names of nested types.
    var declaredNames: [TokenSyntax] {
        compactMap { member in
            member.decl.is(FunctionDeclSyntax.self) ? nil : member.decl.asProtocol((any NamedDeclSyntax).self)?.name
        }
    }
}

extension MacroExpansionContext {
    /// Returns code about whose errors the compiler says that they are at a declaration.
    func placing(_ code: String, at node: some SyntaxProtocol) -> String {
        guard let place = location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath) else { return code }
        return "#sourceLocation(file: \(place.file), line: \(place.line))\n\(code)"
    }
}
#endif
