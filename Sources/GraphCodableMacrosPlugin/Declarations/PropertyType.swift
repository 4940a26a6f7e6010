#if Macros
import SwiftSyntax

/// What the macro can see of a property's type. It sees only the source: a name may refer to anything.
struct PropertyType {
    let syntax: TypeSyntax

    /// Uses the annotated type, or the type that the initial value obviously has: `[Node]()`, `Set<Node>()`.
    init?(annotation: TypeSyntax?, value: ExprSyntax?) {
        if let annotation {
            syntax = Unparenthesizing().rewrite(annotation.trimmed).cast(TypeSyntax.self)
            return
        }
        let called = value?.as(FunctionCallExprSyntax.self)?.calledExpression
        // The cases of an optional are of the type before the point: `Node?.none`.
        let member = (called ?? value)?.as(MemberAccessExprSyntax.self)
        let isCase = member.map { ["none", "some"].contains($0.declName.baseName.text) } ?? false
        guard let callee = isCase ? member?.base : called,
            callee.is(ArrayExprSyntax.self) || callee.is(DictionaryExprSyntax.self)
                || callee.is(GenericSpecializationExprSyntax.self) || callee.is(OptionalChainingExprSyntax.self)
        else { return nil }
        syntax = "\(raw: callee.trimmedDescription)"
    }

    private init(_ syntax: some TypeSyntaxProtocol) {
        self.syntax = TypeSyntax(syntax.trimmed)
    }

    var text: String { syntax.trimmedDescription }

    var isOptional: Bool { wrapped != nil }

    /// Whether the type is an optional of an optional, which may contain a nil that is not one of its own.
    var isTwiceOptional: Bool { wrapped?.isOptional == true }

    /// Whether a variable of the type is nil without an initial value. This applies to `T?` and `T!`, not to
    /// `Optional<T>`.
    var isImplicitlyNil: Bool {
        unparenthesized.is(OptionalTypeSyntax.self) || unparenthesized.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
    }

    var isCollection: Bool { !elements.isEmpty }

    /// Whether the type is `any P`, or an optional or a collection of it.
    var isExistential: Bool {
        if let element = unparenthesized.as(SomeOrAnyTypeSyntax.self) {
            return element.someOrAnySpecifier.tokenKind == .keyword(.any)
        }
        if text == "Any" || text == "AnyObject" {
            return true
        }
        return parts.contains(where: \.isExistential)
    }

    /// Returns an expression of an existential type, whose value the compiler does not open when it is an argument: a nil
    /// inside it would be archived as an optional's.
    func unopened(_ expression: String) -> String {
        isOptional || isCollection ? expression : "\(expression) as (\(text))"
    }

    /// The type as an expression of an optional type can be cast to it: `T?` for `T!`.
    var castableText: String {
        unparenthesized.as(ImplicitlyUnwrappedOptionalTypeSyntax.self).map { "\($0.wrappedType.trimmed)?" } ?? text
    }

    /// The name of the type, or of the type that an optional wraps.
    var wrappedName: String { wrapped?.wrappedName ?? unparenthesized.trimmedDescription }

    /// The name of the type, without the module that it comes from, if it is one of the usual ones.
    var simpleName: String { simple.trimmedDescription }

    /// The types in optionals and collections that the source does not show to be archivable.
    var leafNames: [String] {
        guard parts.isEmpty else {
            let names = parts.flatMap(\.leafNames)
            return names.enumerated().filter { names.firstIndex(of: $0.element) == $0.offset }.map(\.element)
        }
        return Self.scalarNames.contains(text) ? [] : [unparenthesized.trimmedDescription]
    }

    /// The type of the types that conform to the protocol in an existential type, unless all types do.
    var existentialMetatype: String? {
        guard let element = unparenthesized.as(SomeOrAnyTypeSyntax.self) else {
            return parts.lazy.compactMap(\.existentialMetatype).first
        }
        return "any (\(element.constraint.trimmed)).Type"
    }

    /// What in the type cannot be archived, if the source shows it.
    var obstacle: String? {
        guard parts.isEmpty else { return parts.lazy.compactMap(\.obstacle).first }
        let type = unparenthesized
        if (type.as(AttributedTypeSyntax.self)?.baseType ?? type).is(FunctionTypeSyntax.self) {
            return "a closure"
        }
        if type.is(TupleTypeSyntax.self) {
            return "a tuple"
        }
        return arguments(of: ["Task"]).isEmpty ? nil : "a task"
    }

    /// Whether the type is a common one that contains no objects. The macro cannot see what a type alias stands for.
    var isPlain: Bool {
        parts.isEmpty ? Self.plainNames.contains(simple.trimmedDescription) : parts.allSatisfy(\.isPlain)
    }

    /// Whether the type has this name, or is an optional or a collection of such a type.
    func leads(to name: String) -> Bool {
        guard parts.isEmpty else { return parts.contains { $0.leads(to: name) } }
        return text == "Self" || simple.as(IdentifierTypeSyntax.self)?.name.text == name
    }

    /// The types directly in an optional or a collection; none for other types.
    private var parts: [PropertyType] { wrapped.map { [$0] } ?? elements }

    /// The type that an optional wraps.
    private var wrapped: PropertyType? {
        if let optional = unparenthesized.as(OptionalTypeSyntax.self) {
            return PropertyType(optional.wrappedType)
        }
        if let optional = unparenthesized.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            return PropertyType(optional.wrappedType)
        }
        return arguments(of: ["Optional"]).first
    }

    /// The element type of a collection, or its key and value types.
    private var elements: [PropertyType] {
        if let array = unparenthesized.as(ArrayTypeSyntax.self) {
            return [PropertyType(array.element)]
        }
        if let dictionary = unparenthesized.as(DictionaryTypeSyntax.self) {
            return [PropertyType(dictionary.key), PropertyType(dictionary.value)]
        }
        return arguments(of: ["Array", "ArraySlice", "ContiguousArray", "Set", "Dictionary"])
    }

    private func arguments(of names: [String]) -> [PropertyType] {
        guard let type = simple.as(IdentifierTypeSyntax.self), names.contains(type.name.text) else {
            return []
        }
        // The type of `argument` depends on the version of swift-syntax; its text does not.
        return (type.genericArgumentClause?.arguments ?? []).map { argument in
            PropertyType("\(raw: argument.argument.trimmedDescription)" as TypeSyntax)
        }
    }

    /// The type without parentheses and without the module that it comes from, if it is one of the usual ones.
    private var simple: TypeSyntax {
        guard let member = unparenthesized.as(MemberTypeSyntax.self),
            ["Swift", "Foundation", "CoreFoundation"].contains(member.baseType.trimmedDescription)
        else { return unparenthesized }
        return TypeSyntax(
            IdentifierTypeSyntax(name: member.name, genericArgumentClause: member.genericArgumentClause))
    }

    private var unparenthesized: TypeSyntax { syntax.unparenthesized }

    /// Names that no program gives to types of its own.
    static let scalarNames: Set<String> = [
        "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
        "UInt128", "Float16", "Float", "Double", "String",
    ]
    static let numberNames = scalarNames.subtracting(["String", "Int128", "UInt128", "Float16"])
    private static let plainNames = scalarNames.union([
        "Substring", "Character", "Data", "Date", "Decimal", "URL", "UUID", "TimeInterval", "CGFloat", "CGPoint",
        "CGSize", "CGRect", "Duration",
    ])
}

extension TypeSyntax {
    var unparenthesized: TypeSyntax {
        guard let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1, let element = tuple.elements.first
        else { return self }
        return element.type.trimmed.unparenthesized
    }
}

extension PropertyType {
    /// Whether a default may be of a subclass: it does not begin with the name of the type.
    fileprivate func mayDiffer(from defaultValue: String) -> Bool {
        guard !isExistential, !leafNames.isEmpty else { return false }
        let next = defaultValue.dropFirst(text.count).first
        return !defaultValue.hasPrefix(text) || next != "(" && next != "."
    }
}

extension PropertyType? {
    /// Returns what a value is if an archive has none: its default, or nil if the type is an optional.
    ///
    /// The default of an optional is made one: otherwise the compiler would decode the type inside, and a stored nil would become
    /// the default. The default of a class is given its type: otherwise the compiler would decode the subclass of the default.
    ///
    /// - Parameter isNameFound: Whether the code stands where the name of the type is found.
    func fallback(_ defaultValue: String?, isNameFound: Bool) -> String? {
        guard let self else { return defaultValue }
        guard let defaultValue else { return self.isOptional ? "nil" : nil }
        guard self.isOptional else {
            return isNameFound && self.mayDiffer(from: defaultValue)
                ? "(\(defaultValue)) as (\(self.castableText))" : defaultValue
        }
        if self.isTwiceOptional, !self.isExistential { return "(\(defaultValue)) as (\(self.castableText))" }
        return self.isExistential || defaultValue == "nil"
            ? defaultValue : "\(QualifiedNames.module)._optional(\(defaultValue))"
    }
}

/// Writes `any A & B` for `any (A & B)`, which would be a call in an expression.
private final class Unparenthesizing: SyntaxRewriter {
    override func visit(_ node: SomeOrAnyTypeSyntax) -> TypeSyntax {
        let elements = node.constraint.as(TupleTypeSyntax.self)?.elements
        guard let element = elements?.first, elements?.count == 1 else { return TypeSyntax(node) }
        return TypeSyntax(node.with(\.constraint, element.type))
    }
}
#endif
