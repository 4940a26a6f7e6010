#if Macros
import SwiftSyntax

/// Generates the initializer of an enumeration with raw values. It is needed only for aliases and a fallback.
enum RawValueDecoding {
    static func initializer(
        of enumeration: EnumDeclSyntax, _ cases: [EnumCase], in context: ExpansionContext
    ) -> String? {
        for item in cases where item.markers.key != nil {
            context.report(
                "rawValue", "A case with a raw value is archived as that: give it this raw value.", at: item.syntax)
        }
        let aliases = cases.filter { !$0.markers.aliases.isEmpty }
        let isText = enumeration.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription == "String"
        if !isText, let item = aliases.first {
            context.report(
                "rawValue", "Only raw values of type String have aliases.", at: item.syntax)
        }
        let fallback = cases.first(where: \.markers.isFallback)
        guard fallback != nil || (isText && !aliases.isEmpty) else { return nil }
        let branches = (isText ? aliases : []).map { item in
            "case \(item.markers.aliases.map(\.literal).joined(separator: ", ")):\n    self = .\(item.name)"
        }
        let unknown =
            fallback.map { "self = Self(rawValue: rawValue) ?? .\($0.name)" }
                ?? """
                guard let value = Self(rawValue: rawValue) else {
                    throw decoder.unknownCase(rawValue, of: Self.self)
                }
                self = value
                """
        let choice =
            branches.isEmpty
            ? unknown
            : """
            switch rawValue {
            \((branches + ["default:\n" + unknown.indented]).joined(separator: "\n"))
            }
            """
        return """
            \(context.access(of: enumeration))init(from decoder: \(QualifiedNames.decoder)) throws {
                let rawValue: RawValue = try decoder.decode()
            \(choice.indented)
            }
            """
    }
}
#endif
