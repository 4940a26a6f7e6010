#if Macros
import SwiftSyntax

/// Generates the initializer of an enumeration with raw values. It is needed only for aliases and a fallback.
enum RawValueDecoding {
    static func initializer(
        of enumeration: EnumDeclSyntax, _ cases: [EnumCase], _ arguments: TypeArguments, in context: ExpansionContext
    ) -> String? {
        guard !enumeration.memberBlock.members.hasDecodingInitializer else { return nil }
        if let expression = arguments.versionExpression {
            context.report(
                "rawValueVersion",
                """
                A case with a raw value is archived as that, so nothing can migrate it. Leave out the version, and use \
                @CodableAlias or @CodableFallback, or write init(from:) by hand.
                """, at: expression)
        }
        let isText = enumeration.rawTypeName == "String"
        report(about: cases, isText: isText, in: context)
        let branches = (isText ? cases : []).filter { !$0.markers.aliases.isEmpty }.map { item in
            "case \(item.markers.aliases.map(\.literal).joined(separator: ", ")):\n    self = .\(item.name)"
        }
        let fallback = cases.first(where: \.markers.isFallback)
        guard fallback != nil || !branches.isEmpty else { return nil }
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

    /// Reports keys, and aliases of raw values that are no texts.
    private static func report(about cases: [EnumCase], isText: Bool, in context: ExpansionContext) {
        for item in cases where item.markers.key != nil {
            context.report(
                "rawValue", "A case with a raw value is archived as that: give it this raw value.", at: item.syntax)
        }
        if !isText, let item = cases.first(where: { !$0.markers.aliases.isEmpty }) {
            context.report("rawValue", "Only raw values of type String have aliases.", at: item.syntax)
        }
    }
}
#endif
