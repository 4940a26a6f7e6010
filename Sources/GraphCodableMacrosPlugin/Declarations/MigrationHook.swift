#if Macros
import SwiftSyntax

/// The type's method `migrate(from:_:)`, which converts what an older version wrote.
enum MigrationHook {
    /// Returns the call at the end of `init(from:)` if the type has a version and the method, and the macro generates
    /// `init(from:)`.
    ///
    /// Reports a version without the method, and a method without a version.
    ///
    /// - Parameters:
    ///   - isClass: Whether the type may have replaced another one, which counts versions of its own.
    ///   - isSubclass: Whether the type has an archivable superclass, which may have the version.
    static func call(
        _ members: MemberBlockItemListSyntax, _ arguments: TypeArguments, isClass: Bool = false,
        isSubclass: Bool = false,
        in context: ExpansionContext
    ) -> String? {
        guard !members.hasDecodingInitializer else { return nil }
        let methods = members.all(FunctionDeclSyntax.self)
        let method = methods.first(where: \.isMigration)
        switch (arguments.version, method) {
        case (let version?, let method?):
            let clause = method.signature.effectSpecifiers?.throwsClause
            let call = clause == nil || clause?.type?.trimmedDescription == "Never" ? "self" : "try self"
            return """
                let encodedVersion = try decoder.encodedVersion
                if \(isClass ? "try encodedVersion < \(version) || encodedVersion > \(version) && decoder.replacedType != nil" : "encodedVersion < \(version)") {
                    \(call).migrate(from: encodedVersion, decoder)
                }
                """
        case (_?, nil):
            // Without one, the version still keeps older programs from dropping what is new.
            warn(of: methods.first(where: \.isLikeMigration), in: context)
        case (nil, let method?):
            let advice =
                method.modifiers.contains(.override)
                ? """
                The superclass would call 'migrate' before the properties of this class are decoded. Migrate what the \
                superclass has there, and write 'init(from:)' of this class by hand.
                """
                : isSubclass
                    ? """
                    Nothing calls 'migrate', because the class has no version of its own. If the superclass has none, either, \
                    write '@GCodable(version: 1)'. If it has one, write 'init(from:)' of this class by hand, and migrate there.
                    """ : "Nothing calls 'migrate', because the type has no version. Write '@GCodable(version: 1)'."
            context.report("migrate", advice, at: method.name)
        case (nil, nil):
            warn(of: methods.first { $0.isLikeMigration && $0.takesDecoder }, in: context)
        }
        return nil
    }

    private static func warn(of method: FunctionDeclSyntax?, in context: ExpansionContext) {
        guard let method else { return }
        context.report(
            "migrate",
            """
            @GCodable does not call this method. To migrate older versions, declare 'func migrate(from version: UInt32, _ \
            decoder: any GDecoder) throws'.
            """, at: method.name, severity: .warning)
    }
}

extension FunctionDeclSyntax {
    var isMigration: Bool {
        isLikeMigration && signature.parameterClause.parameters.map(\.firstName.text) == ["from", "_"]
            && takesDecoder(signature.parameterClause.parameters.last)
            && signature.effectSpecifiers?.asyncSpecifier == nil && !takesOtherNumber
    }

    /// Whether the first parameter has a type of the standard library that is not that of versions. Other names may stand for it.
    private var takesOtherNumber: Bool {
        guard let type = signature.parameterClause.parameters.first?.type else { return false }
        let name = PropertyType(annotation: type, value: nil)?.wrappedName ?? ""
        let isNumber = PropertyType.scalarNames.contains(name)
        return !["UInt32", "Swift.UInt32"].contains(type.trimmedDescription) && isNumber
    }

    /// Whether the method migrates something, with whatever parameters.
    fileprivate var isLikeMigration: Bool {
        name.text == "migrate" && !modifiers.contains(.static) && !modifiers.contains(.class)
            && signature.parameterClause.parameters.contains {
                takesDecoder($0) || $0.type.trimmedDescription == "UInt32"
            }
    }

    fileprivate var takesDecoder: Bool { signature.parameterClause.parameters.contains { takesDecoder($0) } }

    private func takesDecoder(_ parameter: FunctionParameterSyntax?) -> Bool {
        parameter?.type.lastName == "GDecoder"
    }
}
#endif
