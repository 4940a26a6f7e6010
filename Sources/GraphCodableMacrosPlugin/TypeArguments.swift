#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// The arguments of the attribute, as source text.
struct TypeArguments {
    /// The version as written.
    let versionExpression: ExprSyntax?
    let name: String?
    let aliases: String?
    /// Whether the type reads archives of newer versions, as written.
    private let readsNewer: String

    private let typeName: String
    /// The name and the aliases, as far as they are literals.
    private let names: [(text: String, syntax: ExprSyntax)]

    init(_ attribute: AttributeSyntax, of type: some NamedDeclSyntax) {
        typeName = type.name.trimmedDescription
        let list = attribute.arguments?.as(LabeledExprListSyntax.self) ?? []
        func argument(_ label: String) -> ExprSyntax? { list.first { $0.label?.text == label }?.expression }
        versionExpression = argument("version")
        name = argument("name")?.trimmedDescription
        aliases = argument("aliases")?.trimmedDescription
        readsNewer = argument("readsNewer")?.trimmedDescription ?? "false"
        let literals =
            [argument("name")].compactMap { $0 }
            + (argument("aliases")?.as(ArrayExprSyntax.self)?.elements.map(\.expression) ?? [])
        names = literals.compactMap { literal in
            literal.as(StringLiteralExprSyntax.self)?.representedLiteralValue.map { ($0, literal) }
        }
    }

    /// Reports names that no type can have, which the program would notice only when it encodes the type, and aliases without
    /// effect.
    func checkNames(in context: some MacroExpansionContext) {
        for (index, name) in names.enumerated() {
            let isMark = { (byte: UInt8) in byte <= UInt8(ascii: " ") || byte == 0x7F || "<>()[],".utf8.contains(byte) }
            if name.text.split(separator: ".", omittingEmptySubsequences: false).contains("")
                || name.text.utf8.contains(where: isMark)
            {
                context.report(
                    "name",
                    "No type can have the name \(name.text.literal). Write a name without spaces, commas and brackets.",
                    at: name.syntax)
            } else if names[..<index].contains(where: { $0.text == name.text }) {
                context.report(
                    "alias", "The alias \(name.text.literal) has no effect, because the name is there twice.",
                    at: name.syntax, severity: .warning)
            }
        }
    }

    var version: String? { versionExpression?.trimmedDescription }

    /// The statement at the start of `init(from:)` that refuses newer versions, if any.
    var versionCheck: String? {
        guard version != nil, readsNewer != "true" else { return nil }
        let check = "try decoder.refuseVersions(after: Self.encodeVersion)"
        return readsNewer == "false" ? check : "if !(\(readsNewer)) {\n    \(check)\n}"
    }

    /// The additional conformances that the arguments require.
    var conformances: [String] {
        (version == nil ? [] : ["GVersion"]) + (name == nil && aliases == nil ? [] : ["GNamed"])
    }

    /// Returns the properties that satisfy these conformances.
    ///
    /// - Parameter modifiers: Returns the modifiers for a protocol's property: access, `override`, `static` or `class`.
    func properties(_ modifiers: (_ conformance: String) -> String) -> [String] {
        let list = [name ?? "of: \(typeName).self"] + [aliases.map { "aliases: \($0)" }].compactMap { $0 }
        let name =
            !conformances.contains("GNamed")
            ? nil
            : """
            \(modifiers("GNamed")) var archiveName: \(Generated.module).ArchiveName {
                \(Generated.module).ArchiveName(\(list.joined(separator: ", ")))
            }
            """
        let version = version.map { version in
            """
            \(modifiers("GVersion")) var encodeVersion: Swift.UInt32 {
                \(version)
            }
            """
        }
        return [name, version].compactMap { $0 }
    }
}
#endif
