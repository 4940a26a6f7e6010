#if Macros
import SwiftSyntax

/// An archived case of an enumeration.
struct EnumCase {
    /// An associated value.
    struct Value {
        let label: String?
        let key: String
        /// The label and colon before the value; empty without a label. The compiler warns of backticks that a label does not
        /// need, and of the keywords only `inout` needs them.
        var prefix: String {
            label.map { _ in "\(key.isKeyword && key != "inout" ? key : key.escaped): " } ?? ""
        }
        /// The name of the case in the enumeration of keys.
        var keyName: String { CodingKeys.caseName(key.escaped) }
        let type: PropertyType?
        let defaultValue: String?
    }

    let name: String
    let markers: Markers
    let values: [Value]
    /// The raw value, if it is a text that the source shows.
    let rawText: String?
    let syntax: EnumCaseElementSyntax

    /// What stands for the case in archives.
    var key: String { markers.key ?? rawText ?? name.trimmingBackticks }

    var pattern: String {
        let bindings = values.indices.map { "let value\($0)" }.joined(separator: ", ")
        return values.isEmpty ? ".\(name)" : ".\(name)(\(bindings))"
    }

    /// Returns the cases of an enumeration, and reports duplicate names and what else the macro refuses.
    static func all(of enumeration: EnumDeclSyntax, in context: ExpansionContext) -> [EnumCase] {
        enumeration.memberBlock.members.reportConditionalMembers(in: context)
        var cases: [EnumCase] = []
        var taken: Set<String> = []
        for declaration in enumeration.memberBlock.members.all(EnumCaseDeclSyntax.self) {
            let markers = Markers(declaration.attributes, in: context)
            for element in declaration.elements {
                let item = EnumCase(element, markers)
                if cases.contains(where: { $0.name == item.name }), !enumeration.memberBlock.members.hasEncodingMethod {
                    // The compiler confuses such cases in patterns, regardless of their labels.
                    context.report(
                        "sameName",
                        """
                        Patterns cannot tell cases of the same base name apart. Give '\(item.name)' another name, and keep that in \
                        archives with @CodingKey, or write encode(to:) by hand.
                        """, at: element)
                    continue
                }
                if !enumeration.memberBlock.members.hasBothMethods {
                    item.checkNames(among: cases, &taken, isRaw: enumeration.hasRawValues, in: context)
                    item.checkValues(in: context)
                }
                item.checkFallback(among: cases, in: context)
                cases.append(item)
            }
        }
        return cases
    }

    private init(_ element: EnumCaseElementSyntax, _ markers: Markers) {
        name = element.name.text
        self.markers = markers
        rawText = element.rawValue?.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue
        syntax = element
        values = (element.parameterClause?.parameters ?? []).enumerated().map { index, parameter in
            let label = parameter.firstName.flatMap { $0.text == "_" ? nil : $0.text }
            return Value(
                label: label, key: label?.trimmingBackticks ?? "_\(index)",
                type: PropertyType(annotation: parameter.type, value: nil),
                defaultValue: parameter.defaultValue?.value.trimmedDescription)
        }
    }

    private func checkNames(
        among cases: [EnumCase], _ taken: inout Set<String>, isRaw: Bool, in context: ExpansionContext
    ) {
        // The compiler reports equal raw values.
        let isAlias = cases.contains { $0.markers.aliases.contains(key) }
        if !taken.insert(key).inserted, isAlias || !isRaw {
            let problem =
                isRaw
                ? "The raw value '\(key)' is an alias of another case."
                : "The name '\(key)' is archived for another case. Give this one another with @CodingKey."
            context.report("duplicateCase", problem, at: syntax)
        }
        for (index, alias) in markers.aliases.enumerated() where !taken.insert(alias).inserted {
            context.report("duplicateCase", markers.problem(ofAlias: index, of: key, "case"), at: syntax)
        }
    }

    private func checkValues(in context: ExpansionContext) {
        let keys = values.map(\.key)
        if let index = keys.indices.first(where: { keys[..<$0].contains(keys[$0]) }) {
            context.report(
                "duplicateKey",
                """
                Two values of '\(name)' have the key '\(keys[index])' in archives: a value without a label has that of its \
                place. Give one of them another label.
                """, at: syntax)
        }
        for value in values {
            guard let type = value.type, let obstacle = type.obstacle else { continue }
            context.report(
                "notArchivable",
                """
                The value '\(value.key)' of type '\(type.text)' cannot be archived: \(obstacle) has no archived form. Make it a \
                struct, or write the enum's methods by hand.
                """, at: syntax)
        }
    }

    private func checkFallback(among cases: [EnumCase], in context: ExpansionContext) {
        guard markers.isFallback else { return }
        if !values.isEmpty, !keepsUnknown {
            context.report(
                "fallback",
                """
                The fallback takes the place of unknown cases, so it cannot have associated values, except one of type \
                GUnknownFields.
                """, at: syntax)
        }
        if cases.contains(where: \.markers.isFallback) {
            context.report("fallback", "There is another fallback. An unknown case can become only one.", at: syntax)
        }
    }
}
#endif
