#if Macros
import SwiftSyntax

/// The arguments of the attribute, as source text.
struct TypeArguments {
    /// The version as written.
    let versionExpression: ExprSyntax?
    let name: String?
    let aliases: String?
    /// Whether the type reads archives of newer versions, as written.
    private let readsNewer: String

    private let typeName: String

    init(_ attribute: AttributeSyntax, of type: some NamedDeclSyntax) {
        typeName = type.name.trimmedDescription
        let list = attribute.arguments?.as(LabeledExprListSyntax.self) ?? []
        func argument(_ label: String) -> String? {
            list.first { $0.label?.text == label }?.expression.trimmedDescription
        }
        versionExpression = list.first { $0.label?.text == "version" }?.expression
        name = argument("name")
        aliases = argument("aliases")
        readsNewer = argument("readsNewer") ?? "false"
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
