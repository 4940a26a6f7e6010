#if Macros
import SwiftSyntax

/// The macro's attributes of a property or a case.
struct Markers {
    private(set) var key: String?
    private(set) var aliases: [String] = []
    private(set) var defaultValue: String?
    private(set) var conversion: Conversion?
    /// The names of all attributes.
    private var names: Set<String> = []

    var isIgnored: Bool { names.contains("CodableIgnored") }
    var isFallback: Bool { names.contains("CodableFallback") }
    /// Whether the property says that its observers may run during decoding.
    var isObserved: Bool { names.contains("CodableObserved") }
    /// Whether the property says that its wrapper is archived, rather than its value.
    var isWrapper: Bool { names.contains("CodableWrapper") }

    init(_ attributes: AttributeListSyntax, in context: ExpansionContext) {
        for element in attributes {
            guard case .attribute(let attribute) = element else {
                Self.reportConditional(element, in: context)
                continue
            }
            let arguments = attribute.arguments?.as(LabeledExprListSyntax.self) ?? []
            if !names.insert(attribute.name).inserted, ["CodingKey", "CodableDefault"].contains(attribute.name) {
                context.report("twice", "There can be only one @\(attribute.name).", at: attribute)
            }
            switch attribute.name {
            case "CodingKey":
                key = Self.texts(arguments, in: context).first
            case "CodableAlias":
                aliases += Self.texts(arguments, in: context)
            case "CodableDefault":
                defaultValue = arguments.first?.expression.trimmedDescription
            case "CodableConvert":
                if conversion != nil {
                    context.report(
                        "conversion",
                        "A property can have one @CodableConvert. Convert what was written before in 'migrate(from:_:)'.",
                        at: attribute)
                }
                conversion = conversion ?? Conversion(attribute)
            default:
                break
            }
        }
    }

    /// Returns what is wrong with an alias that something else has as well.
    ///
    /// - Parameters:
    ///   - index: The index of the alias.
    ///   - key: The key of the property or case with the alias.
    ///   - kind: What has the alias: "property" or "case".
    func problem(ofAlias index: Int, of key: String, _ kind: String) -> String {
        let alias = aliases[index]
        if alias == key {
            return "The alias '\(alias)' is the \(kind)'s own key. Aliases are the keys that it had before."
        }
        return aliases[..<index].contains(alias)
            ? "The alias '\(alias)' is listed twice." : "The alias '\(alias)' is the key of another \(kind)."
    }

    /// Reports attributes of the macro inside `#if`: the macro does not know whether they are compiled.
    private static func reportConditional(_ element: AttributeListSyntax.Element, in context: ExpansionContext) {
        let tokens = Array(Syntax(element).tokens(viewMode: .sourceAccurate)).map(\.text)
        let names = zip(tokens, tokens.dropFirst()).filter { $0.0 == "@" }.map(\.1)
        guard let name = names.first(where: { $0.hasPrefix("Codable") || $0 == "CodingKey" }) else { return }
        context.report(
            "conditional", "@GCodable does not see attributes inside #if. Move @\(name) out.", at: Syntax(element))
    }

    /// Returns the arguments that are string literals, and reports the others.
    private static func texts(_ arguments: LabeledExprListSyntax, in context: ExpansionContext) -> [String] {
        arguments.compactMap { argument in
            guard let text = argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
                context.report(
                    "literal", "The macro reads the source and runs nothing: write the name as a string literal.",
                    at: argument.expression)
                return nil
            }
            return text
        }
    }
}

extension AttributeSyntax {
    /// The attribute's name, without its module and generic arguments.
    var name: String {
        if let member = attributeName.as(MemberTypeSyntax.self) {
            return member.name.text
        }
        return attributeName.as(IdentifierTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
    }
}
#endif
