#if Macros
import SwiftSyntax

/// Generates `init(from:)` and `encode(to:)` from their statements.
///
/// After an error they have none, which could only cause more errors about the same mistake.
struct CodingMethods {
    private let access: String
    /// The declaration of the keys, if there are any.
    let keys: String?
    private let decoding: [String]
    private let encoding: [String]
    /// The members of the type, those inside `#if` included.
    private let members: [MemberBlockItemSyntax]

    init(
        of type: some DeclGroupSyntax, versionCheck: String?, keys: String?, decoding: [String],
        encoding: [String], migration: String?, in context: ExpansionContext
    ) {
        access = context.access(of: type)
        members = type.memberBlock.members + type.memberBlock.members.conditionalMembers
        // Swift allows no enumeration in a type with a parameter pack.
        self.keys = context.hasErrors || type.parameterPack != nil ? nil : keys
        self.decoding =
            context.hasErrors
            ? [] : [versionCheck].compactMap { $0 } + decoding + [migration].compactMap { $0 }
        self.encoding = context.hasErrors ? [] : encoding
    }

    /// Returns the initializer, unless the type declares it itself.
    func initializer(_ modifier: String = "") -> String? {
        members.contains(where: \.decl.isDecodingInitializer)
            ? nil
            : """
            \(access)\(modifier)init(from \(decoding.isEmpty ? "_" : "decoder"): \(QualifiedNames.decoder)) throws {
            \(decoding.joined(separator: "\n").indented)
            }
            """
    }

    /// Returns the method, unless the type declares it itself.
    ///
    /// - Parameter isOpen: Whether other modules may override the method.
    func encodingMethod(_ modifier: String = "", isOpen: Bool = false) -> String? {
        members.contains(where: \.decl.isEncodingMethod)
            ? nil
            : """
            \(isOpen ? "open " : access)\(modifier)func encode(to \(encoding.isEmpty ? "_" : "encoder"): \(QualifiedNames.encoder)) throws {
            \(encoding.joined(separator: "\n").indented)
            }
            """
    }
}

extension MemberBlockItemListSyntax {
    /// Whether the type declares the initializer itself.
    var hasDecodingInitializer: Bool { contains(where: \.decl.isDecodingInitializer) }

    /// Whether the type declares the method itself.
    var hasEncodingMethod: Bool { contains(where: \.decl.isEncodingMethod) }

    /// Whether the macro generates neither of them.
    var hasBothMethods: Bool { hasDecodingInitializer && hasEncodingMethod }
}

extension DeclSyntax {
    var isDecodingInitializer: Bool {
        self.as(InitializerDeclSyntax.self)?.signature.parameterClause.takes("GDecoder", label: "from") == true
    }

    var isEncodingMethod: Bool {
        guard let method = self.as(FunctionDeclSyntax.self), method.name.text == "encode" else { return false }
        return method.signature.parameterClause.takes("GEncoder", label: "to")
    }
}

extension FunctionParameterClauseSyntax {
    fileprivate func takes(_ type: String, label: String) -> Bool {
        guard parameters.count == 1, let parameter = parameters.first else { return false }
        return parameter.firstName.text == label && parameter.type.lastName == type
    }
}

extension DeclModifierListSyntax {
    /// The access level for ``ExpansionContext/access(of:)`` that these modifiers state.
    var access: String {
        for modifier in self {
            switch modifier.name.tokenKind {
            case .keyword(.public), .keyword(.open): return "public "
            case .keyword(.package): return "package "
            default: continue
            }
        }
        return ""
    }

    func contains(_ keyword: Keyword) -> Bool {
        contains { $0.name.tokenKind == .keyword(keyword) }
    }
}
#endif
