#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// The type's method `migrate(from:_:)`, which converts what an older version wrote.
struct MigrationHook {
    /// The call at the end of `init(from:)`.
    let call: String

    /// Creates the hook if the type has a version and the method, and the macro generates `init(from:)`.
    ///
    /// Reports a version without the method, and a method without a version.
    init?(_ members: MemberBlockItemListSyntax, _ arguments: TypeArguments, in context: some MacroExpansionContext) {
        if let expression = arguments.versionExpression, expression.digits?.allSatisfy({ $0 == "0" }) == true {
            context.report("version", "Versions start with 1: 0 stands for a type that has none.", at: expression)
            return nil
        }
        guard !members.hasDecodingInitializer else { return nil }
        let method = members.lazy.compactMap { $0.decl.as(FunctionDeclSyntax.self) }.first(where: \.isMigration)
        switch (arguments.version, method) {
        case (let version?, _?):
            call = """
                let encodedVersion = try decoder.encodedVersion
                if encodedVersion < \(version) {
                    try self.migrate(from: encodedVersion, decoder)
                }
                """
        case (_?, nil):
            if let method = members.lazy.compactMap({ $0.decl.as(FunctionDeclSyntax.self) }).first(
                where: \.isLikeMigration)
            {
                context.report(
                    "migrate",
                    """
                    @GCodable does not call this method. To migrate older versions, declare 'func migrate(from version: UInt32, _ \
                    decoder: any GDecoder) throws'.
                    """, at: method.name, severity: .warning)
            }
            // Without one, the version still keeps older programs from dropping what is new.
            return nil
        case (nil, let method?):
            let advice =
                method.modifiers.contains(.override)
                ? """
                The superclass would call 'migrate' before the properties of this class are decoded. Migrate what the \
                superclass has there, and write 'init(from:)' of this class by hand.
                """ : "Nothing calls 'migrate', because the type has no version. Write '@GCodable(version: 1)'."
            context.report("migrate", advice, at: method.name)
            return nil
        case (nil, nil):
            return nil
        }
    }
}

extension ExprSyntax {
    /// The digits, if the expression is an integer literal.
    fileprivate var digits: String? {
        self.as(IntegerLiteralExprSyntax.self)?.literal.text.filter(\.isHexDigit)
    }
}

extension FunctionDeclSyntax {
    fileprivate var isMigration: Bool {
        isLikeMigration && parameterLabels == ["from", "_"] && takesDecoder(signature.parameterClause.parameters.last)
    }

    /// Whether the method migrates something, with whatever parameters.
    fileprivate var isLikeMigration: Bool {
        name.text == "migrate" && !modifiers.contains(.static) && !modifiers.contains(.class)
            && signature.parameterClause.parameters.contains {
                takesDecoder($0) || $0.type.trimmedDescription == "UInt32"
            }
    }

    private var parameterLabels: [String] { signature.parameterClause.parameters.map(\.firstName.text) }

    private func takesDecoder(_ parameter: FunctionParameterSyntax?) -> Bool {
        parameter?.type.trimmedDescription.hasSuffix("GDecoder") == true
    }
}
#endif
