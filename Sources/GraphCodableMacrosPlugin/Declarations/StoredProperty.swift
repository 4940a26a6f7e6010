#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// A stored property that is archived.
struct StoredProperty {
    /// How a property refers to an object.
    enum Ownership {
        case strong, weak, unowned
    }

    let name: String
    let markers: Markers
    /// The type, if the declaration shows it.
    let type: PropertyType?
    /// Whether the property has an initial value; every variable of a type `T?` has one.
    let hasInitialValue: Bool
    /// Whether the property may be nil, but is not without being set: `weak var node: MaybeNode`, `unowned var node: Optional<Node>`.
    ///
    /// Every weak variable is an optional, also if its type is an alias.
    var needsNil: Bool {
        !isConstant && !hasInitialValue && (ownership == .weak || ownership == .unowned && isOptional)
    }

    /// Whether the property's type names a nested type, which may have the name of one of the standard library.
    let isShadowed: Bool
    /// Whether the property's wrapper is archived, rather than its value.
    let isWrapper: Bool
    let declaration: VariableDeclSyntax
    let binding: PatternBindingSyntax

    var key: String { markers.key ?? name.trimmingBackticks }

    /// The name of the case in the enumeration of keys.
    var keyName: String { CodingKeys.caseName(name) }

    var ownership: Ownership {
        declaration.modifiers.contains(.weak) ? .weak : declaration.modifiers.contains(.unowned) ? .unowned : .strong
    }

    var isConstant: Bool { declaration.isConstant }

    /// Whether an attribute of the property may be a property wrapper whose value is archived.
    var mayBeWrapped: Bool { !isWrapper && declaration.wrapper != nil }

    /// Whether the first such attribute has arguments. Then the wrapper has a value, and only a whole instance can set another;
    /// but the attribute may also be that of another macro.
    var hasWrapperArguments: Bool { !isWrapper && declaration.wrapper?.leftParen != nil }

    var isOptional: Bool { type?.isOptional ?? false }

    var isExistential: Bool { type?.isExistential ?? false }

    /// Whether the property can wait for an object that is still being initialized.
    ///
    /// A variable with an initial value can be set later. The core knows which types lead to no object. The macro knows it
    /// of the most usual ones.
    var canWait: Bool { needsNil || !isConstant && hasInitialValue && !(isScalar && ownership == .strong) }

    /// Whether the source shows that the property is a number, a string or a Boolean value, or a collection of these.
    ///
    /// A literal may be of any type if a wrapper chooses that.
    var isScalar: Bool {
        guard !isShadowed, !isWrapper else { return false }
        return type?.leafNames.isEmpty ?? (!mayBeWrapped && binding.initializer?.value.isScalarLiteral == true)
    }

    /// Whether the property can be found together with others: it is a number or a Boolean value, and has one key.
    var fitsIntoRow: Bool {
        guard ownership == .strong, !mayBeWrapped, markers.aliases.isEmpty, markers.conversion == nil,
            markers.defaultValue == nil, !key.contains(",")
        else { return false }
        let isString = binding.initializer?.value.is(StringLiteralExprSyntax.self) == true
        return type.map { PropertyType.numberNames.contains($0.text) && !isShadowed } ?? (isScalar && !isString)
    }

    var hasObservers: Bool { binding.accessorBlock != nil }

    /// Whether the compiler may refuse where the property is used, or warn: it is deprecated, or isolated to an actor.
    var isRestricted: Bool {
        declaration.attributes.contains("available") || declaration.attributes.isolation != nil
    }

    /// Whether a property wrapper may have a value before decoding, which its setter replaces.
    var isSetByWrapper: Bool { mayBeWrapped && (hasInitialValue || hasWrapperArguments) }

    /// The storage of the value that is archived.
    var storage: String { isWrapper ? name.derived("_") : name }
}

extension StoredProperty {
    /// Returns the archived properties of a type, in declaration order.
    static func all(of members: MemberBlockItemListSyntax, in context: ExpansionContext) -> [StoredProperty] {
        members.reportConditionalMembers(in: context)
        let nested = Set(members.declaredNames.map(\.text))
        return members.all(VariableDeclSyntax.self).flatMap { declaration -> [StoredProperty] in
            declaration.warnIfLazy(in: context)
            return declaration.isStoredInInstances
                ? properties(of: declaration, among: members, nested, in: context) : []
        }
    }

    private static func properties(
        of declaration: VariableDeclSyntax, among members: MemberBlockItemListSyntax, _ nested: Set<String>,
        in context: ExpansionContext
    ) -> [StoredProperty] {
        let markers = Markers(declaration.attributes, in: context)
        return declaration.bindings.compactMap { binding in
            guard !binding.isComputed else { return nil }
            if declaration.isConstant, binding.initializer != nil {
                if !markers.isIgnored {
                    ConstantAdvice(declaration: declaration, binding: binding).report(members, in: context)
                }
                return nil
            }
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
                if !markers.isIgnored, !members.hasBothMethods {
                    context.report(
                        "pattern",
                        "@GCodable cannot see the properties of a pattern. Declare each of them by itself.",
                        at: binding)
                }
                return nil
            }
            // The library archives them.
            guard !binding.isUnknownFields else { return nil }
            let property = StoredProperty(name, markers, declaration, binding, nested)
            return property.isArchivable(among: members, in: context) ? property : nil
        }
    }

    private init(
        _ name: String, _ markers: Markers, _ declaration: VariableDeclSyntax, _ binding: PatternBindingSyntax,
        _ nested: Set<String>
    ) {
        let annotation = binding.annotation
        (self.name, self.markers, self.declaration, self.binding) = (name, markers, declaration, binding)
        isWrapper = markers.isWrapper && declaration.attributes.mayHaveWrapper
        // The type of a wrapper is unknown.
        type = isWrapper ? nil : PropertyType(annotation: annotation, value: binding.initializer?.value)
        hasInitialValue =
            binding.initializer != nil
            || !declaration.isConstant && PropertyType(annotation: annotation, value: nil)?.isImplicitlyNil == true
            || declaration.wrapper?.hasValue(of: annotation) == true
        isShadowed =
            !nested.isEmpty
            && annotation?.tokens(viewMode: .sourceAccurate).contains { nested.contains($0.text) } == true
    }

    /// Returns whether to archive the property. Reports what cannot be archived, or cannot be ignored.
    ///
    /// Methods that the type declares itself may archive anything.
    private func isArchivable(among members: MemberBlockItemListSyntax, in context: ExpansionContext) -> Bool {
        if markers.isIgnored {
            if !hasInitialValue, !mayBeWrapped, !members.hasDecodingInitializer {
                context.report(
                    "ignored", "'\(name)' is left out of archives, so it needs an initial value.", at: binding.pattern)
            }
            return false
        }
        if let obstacle {
            let place = unsafeModifier.map { Syntax($0) } ?? Syntax(binding.pattern)
            if !members.hasBothMethods {
                context.report(obstacle.id, obstacle.message, at: place, fixIt: obstacle.fixIt)
            }
            return false
        }
        return markers.conversion?.isCalled(for: type, in: context) ?? true
    }

    private var unsafeModifier: DeclModifierSyntax? {
        declaration.modifiers.first {
            $0.name.tokenKind == .keyword(.unowned) && $0.detail?.detail.text == "unsafe"
        }
    }

    /// Why the property cannot be archived, if the source shows it.
    private var obstacle: (id: String, message: String, fixIt: FixIt?)? {
        if let unsafeModifier {
            let message = """
                '\(name)' is not counted, so its object may be gone when it is archived. Write 'unowned' or 'weak', or leave the \
                property out with @CodableIgnored.
                """
            let safe = unsafeModifier.with(\.detail, nil).with(\.trailingTrivia, .space)
            return ("unsafe", message, FixIt("make '\(name)' safe", unsafeModifier, safe))
        }
        let leavingOut = hasInitialValue ? declaration.leavingOut(name) : nil
        if let type, let obstacle = type.obstacle {
            let advice =
                obstacle == "a tuple"
                ? "Make it a struct, or leave the property out with @CodableIgnored."
                : "Leave the property out with @CodableIgnored, and give it an initial value."
            let message = "'\(name)' of type '\(type.text)' cannot be archived: \(obstacle) has no archived form."
            return ("notArchivable", "\(message) \(advice)", leavingOut)
        }
        guard isExistential || ownership != .strong else { return nil }
        if markers.conversion != nil {
            let message = """
                Only a strong reference or a value of a concrete type can be converted. Give '\(name)' another key with @CodingKey and \
                the type a version, and decode the former key in 'migrate(from:_:)'.
                """
            return ("conversion", message, nil)
        }
        guard isExistential, ownership != .strong else { return nil }
        let message = """
            '\(name)' is a reference of a protocol type that keeps nothing alive, which the macro cannot archive. Give it \
            the type of a class, or leave it out with @CodableIgnored.
            """
        return ("weakExistential", message, leavingOut)
    }
}

extension VariableDeclSyntax {
    /// Returns a fix-it that leaves the property out.
    func leavingOut(_ name: String) -> FixIt {
        adding("CodableIgnored", "leave '\(name)' out of archives")
    }

    /// Returns a fix-it that gives the declaration an attribute.
    func adding(_ attribute: String, _ message: String) -> FixIt {
        FixIt(message, self, adding(attribute))
    }

    /// Whether the declaration adds storage to instances. A lazy property doesn't count.
    var isStoredInInstances: Bool {
        // An override with observers adds no storage.
        ![.static, .class, .lazy, .override].contains(where: modifiers.contains)
    }

    var isConstant: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

    /// The first attribute that may be a property wrapper.
    fileprivate var wrapper: AttributeSyntax? { attributes.all.first(where: \.isPropertyWrapper) }
}

extension TypeSyntax {
    /// Whether this is the type of fields that a program does not know.
    var isUnknownFields: Bool { lastName == "GUnknownFields" }
}

extension PatternBindingSyntax {
    /// The type that the declaration shows: `let a, b: Int` applies it to both, but not to an `a` that has a value.
    var annotation: TypeSyntax? {
        guard typeAnnotation == nil, initializer == nil else { return typeAnnotation?.type }
        return parent?.as(PatternBindingListSyntax.self)?.drop { $0.id != id }.compactMap(\.typeAnnotation?.type).first
    }

    /// Whether the property keeps the fields that its type does not know.
    var isUnknownFields: Bool { pattern.trimmedDescription == "unknownFields" && hasUnknownFields }

    /// Whether the source shows that the property is of the type of such fields.
    var hasUnknownFields: Bool {
        if let annotation { return annotation.isUnknownFields }
        let callee = initializer?.value.as(FunctionCallExprSyntax.self)?.calledExpression
        let name = callee?.as(MemberAccessExprSyntax.self)?.declName ?? callee?.as(DeclReferenceExprSyntax.self)
        return name?.baseName.text == "GUnknownFields"
    }

    /// Whether there is a getter. A property with observers is still stored.
    var isComputed: Bool {
        guard let accessors = accessorBlock?.accessors else { return false }
        guard case .accessors(let list) = accessors else { return true }
        return !list.allSatisfy { accessor in
            [.keyword(.willSet), .keyword(.didSet)].contains(accessor.accessorSpecifier.tokenKind)
        }
    }
}

extension AttributeSyntax {
    /// Whether the attribute is neither part of the language nor of this macro.
    var isPropertyWrapper: Bool {
        let known = [
            "CodableConvert", "CodableObserved", "CodableWrapper", "CodingKey", "CodableAlias", "CodableDefault",
            "CodableIgnored", "CodableFallback", "MainActor",
            "ObservationIgnored", "ObservationTracked",
            // Macros of SwiftData, which have arguments.
            "Attribute", "Relationship", "Transient",
        ]
        return name.first?.isUppercase == true && !known.contains(name)
    }

    /// Whether the arguments show that they give the property its initial value: they say so, or the property's type follows from
    /// them.
    fileprivate func hasValue(of annotation: TypeSyntax?) -> Bool {
        let arguments = arguments?.as(LabeledExprListSyntax.self) ?? []
        return leftParen != nil
            && (annotation == nil || arguments.contains { ["wrappedValue", "initialValue"].contains($0.label?.text) })
    }
}
#endif
