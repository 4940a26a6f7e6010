#if Macros
import SwiftSyntax

/// The names that generated code uses. They are qualified, because a type may have a nested type or a generic parameter of
/// the same name, such as `String`.
enum QualifiedNames {
    /// The module that generated code qualifies names with. It exports the core's names, too. A program may have a type
    /// `GraphCodable`.
    static let module = "GraphCodableMacros"
    static let decoder = "any \(module).GDecoder"
    static let encoder = "any \(module).GEncoder"
    static let archivable = "\(module).GEncodable & \(module).GDecodable"

    /// Reports what keeps generated code from being part of a type.
    static func check(_ type: some DeclGroupSyntax, in context: ExpansionContext) {
        if let pack = type.parameterPack, !type.memberBlock.members.hasBothMethods {
            context.report(
                "pack", "@GCodable cannot archive parameter packs. Write init(from:) and encode(to:) by hand.", at: pack
            )
        }
        let types = type.memberBlock.members.declaredNames + (type.genericParameters ?? []).map(\.name)
        // What uses the generated keys is no other declaration of the name.
        let name =
            types.first { [module, "Swift"].contains($0.text) }
            ?? type.tokens(viewMode: .sourceAccurate).first { token in
                token.text == CodingKeys.typeName && token.nextToken(viewMode: .sourceAccurate)?.text != "."
            }
        if let name {
            context.report("name", "Generated code uses the name '\(name.text)'. Use another one here.", at: name)
        }
    }
}

extension DeclGroupSyntax {
    fileprivate var genericParameters: GenericParameterListSyntax? {
        asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause?.parameters
    }

    var parameterPack: GenericParameterSyntax? {
        genericParameters?.first { $0.specifier?.tokenKind == .keyword(.each) }
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
#endif
