#if Macros
import SwiftSyntax

/// The arguments of the attribute, as they are written.
struct TypeArguments {
    let version: String?
    let name: String?
    let aliases: String?

    init(_ attribute: AttributeSyntax) {
        let list = attribute.arguments?.as(LabeledExprListSyntax.self) ?? []
        func argument(_ label: String) -> String? {
            list.first { $0.label?.text == label }?.expression.trimmedDescription
        }
        version = argument("version")
        name = argument("name")
        aliases = argument("aliases")
    }

    /// The conformances that the arguments need besides.
    var conformances: [String] {
        (version == nil ? [] : ["GVersion"]) + (name == nil ? [] : ["GNamed"])
    }

    /// The properties that fulfil them.
    ///
    /// - Parameter modifiers: For the property of a protocol: access, `override`, `static` or `class`.
    func properties(_ modifiers: (_ conformance: String) -> String) -> [String] {
        let name = name.map { name in
            let list = [name] + [aliases.map { "aliases: \($0)" }].compactMap { $0 }
            return """
                \(modifiers("GNamed")) var archiveName: ArchiveName {
                    ArchiveName(\(list.joined(separator: ", ")))
                }
                """
        }
        let version = version.map { version in
            """
            \(modifiers("GVersion")) var encodeVersion: UInt32 {
                \(version)
            }
            """
        }
        return [name, version].compactMap { $0 }
    }
}

/// The method `migrate(from:_:)` of a type, which puts right what an older version wrote.
struct MigrationHook {
    /// The call, at the end of `init(from:)`.
    let call: String

    /// The hook, if the type has a version and the method.
    init?(_ members: MemberBlockItemListSyntax, _ arguments: TypeArguments) {
        guard let version = arguments.version else { return nil }
        let isDeclared = members.contains { member in
            guard let function = member.decl.as(FunctionDeclSyntax.self), function.name.text == "migrate" else {
                return false
            }
            return function.signature.parameterClause.parameters.first?.firstName.text == "from"
        }
        guard isDeclared else { return nil }
        call = """
            let encodedVersion = try decoder.encodedVersion
            if encodedVersion < \(version) {
                try self.migrate(from: encodedVersion, decoder)
            }
            """
    }
}
#endif
