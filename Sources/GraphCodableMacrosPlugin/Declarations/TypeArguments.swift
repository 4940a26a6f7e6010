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

    private let type: any DeclGroupSyntax
    /// The name and the aliases, as far as they are literals.
    private let names: [(text: String, syntax: ExprSyntax)]

    init(_ attribute: AttributeSyntax, of type: any DeclGroupSyntax) {
        self.type = type
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

    /// Reports arguments that no type can have, aliases without effect, and properties that the type also declares itself.
    ///
    /// Without a report, the program would notice an invalid argument only when it encodes the type.
    func check(in context: ExpansionContext) {
        if let versionExpression, isInvalid(versionExpression) {
            context.report(
                "version", "Versions are 1 to \(UInt32.max): 0 stands for a type that has none.", at: versionExpression)
        }
        for name in redeclaredNames {
            context.report(
                "argument",
                "An argument of @GCodable declares '\(name.trimmed)', too. Remove this declaration, or the argument.",
                at: name)
        }
        for (index, name) in names.enumerated() {
            let isForbidden = { (byte: UInt8) in
                byte <= UInt8(ascii: " ") || byte == 0x7F || "<>()[],".utf8.contains(byte)
            }
            if name.text.split(separator: ".", omittingEmptySubsequences: false).contains("")
                || name.text.utf8.contains(where: isForbidden)
            {
                context.report(
                    "name",
                    "No type can have the name \(name.text.literal). Write a name without spaces, commas and brackets.",
                    at: name.syntax)
            } else if names[..<index].contains(where: { $0.text == name.text }) {
                context.report(
                    "alias", "The alias \(name.text.literal) has no effect, because the name is listed twice.",
                    at: name.syntax, severity: .warning)
            }
        }
    }

    /// Returns whether the source shows that an expression is not a version.
    private func isInvalid(_ version: ExprSyntax) -> Bool {
        let number = version.as(IntegerLiteralExprSyntax.self).map { UInt32(exactly: $0.representedLiteralValue ?? 0) }
        return number.map { $0 ?? 0 == 0 } ?? (version.as(PrefixOperatorExprSyntax.self)?.operator.text == "-")
    }

    /// The names of the properties that the type declares, although the arguments declare them.
    private var redeclaredNames: [PatternSyntax] {
        type.memberBlock.members.staticProperties.flatMap(\.bindings).map(\.pattern).filter { name in
            switch name.trimmedDescription {
            case "archiveName": conformances.contains("GNamed")
            case "encodeVersion": version != nil
            default: false
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

    /// The additional conformances that the kind of type and the arguments require.
    var conformances: [String] {
        (version == nil ? [] : ["GVersion"]) + (name == nil && aliases == nil ? [] : ["GNamed"])
            + (type.is(ClassDeclSyntax.self) ? ["_GCodableClass"] : [])
    }

    /// Returns the properties that satisfy these conformances, without those that the type declares itself.
    ///
    /// - Parameter modifiers: Returns the modifiers for a protocol's property: access, `override`, `static` or `class`; `nil` if
    ///   there must be none.
    func properties(_ modifiers: (_ conformance: String) -> String?) -> [String] {
        let archiveName = "\(QualifiedNames.module).ArchiveName"
        let typeName = type.asProtocol((any NamedDeclSyntax).self)?.name.trimmedDescription ?? "Self"
        // A subclass inherits the property. In an extension of a nested type, the type's name alone is not found.
        let ownType = type.is(ClassDeclSyntax.self) ? typeName : "Self"
        let names = [name ?? "of: \(ownType).self"] + [aliases.map { "aliases: \($0)" }].compactMap { $0 }
        let properties = [
            ("GNamed", "archiveName", archiveName, "\(archiveName)(\(names.joined(separator: ", ")))"),
            ("GVersion", "encodeVersion", "Swift.UInt32", version ?? ""),
            // A subclass without the macro inherits the methods with this property, so the core notices that it has none of its own.
            ("_GCodableClass", "_codedClass", "Swift.AnyClass", "\(typeName).self"),
        ]
        return properties.compactMap { conformance, name, type, value in
            guard conformances.contains(conformance),
                !redeclaredNames.contains(where: { $0.trimmedDescription == name }),
                let modifiers = modifiers(conformance)
            else { return nil }
            return """
                \(modifiers) var \(name): \(type) {
                    \(value)
                }
                """
        }
    }
}
#endif
