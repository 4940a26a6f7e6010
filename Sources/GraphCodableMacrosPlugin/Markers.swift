#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// The macro's attributes of a property or a case.
struct Markers {
    private(set) var key: String?
    private(set) var aliases: [String] = []
    private(set) var defaultValue: String?
    private(set) var isIgnored = false
    private(set) var isFallback = false
    /// Whether the property says that its observers may run during decoding.
    private(set) var isObserved = false
    /// Whether the property's wrapper is archived, rather than its value.
    private(set) var isWrapper = false
    /// The former type of the property, as `Int.self`, and the function that converts its values.
    private(set) var conversion: (type: String, function: String)?

    init(_ attributes: AttributeListSyntax, in context: some MacroExpansionContext) {
        for case .attribute(let attribute) in attributes {
            let arguments = attribute.arguments?.as(LabeledExprListSyntax.self) ?? []
            switch attribute.name {
            case "CodingKey":
                key = Self.texts(arguments, in: context).first
            case "CodableAlias":
                aliases += Self.texts(arguments, in: context)
            case "CodableDefault":
                defaultValue = arguments.first?.expression.trimmedDescription
            case "CodableIgnored":
                isIgnored = true
            case "CodableFallback":
                isFallback = true
            case "CodableObserved":
                isObserved = true
            case "CodableWrapper":
                isWrapper = true
            case "CodableConvert":
                let texts = arguments.map(\.expression.trimmedDescription)
                conversion = texts.count == 2 ? (texts[0], texts[1]) : nil
            default:
                break
            }
        }
    }

    private static func texts(_ arguments: LabeledExprListSyntax, in context: some MacroExpansionContext) -> [String] {
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
