#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// The diagnostics about classes: references that cannot be set later, observers, the superclass, completion and generic
/// parameters.
struct ClassAdvice {
    let type: ClassDeclSyntax
    let context: ExpansionContext

    /// - Parameter superclass: A superclass that is not archivable.
    func report(about properties: [StoredProperty], _ superclass: String?) {
        for property in properties {
            property.warnOfObservers(inClass: type, in: context)
        }
        type.warnOfOverridingObservers(in: context)
        for property in properties where !property.canWait {
            if property.ownership == .unowned {
                explainUnowned(property)
            } else if !property.isConstant, !property.hasInitialValue, property.type?.leads(to: type.name.text) == true
            {
                warnOfCycle(property)
            }
        }
        warnOfCompletion()
        // Only a parameter whose values are archived must be archivable.
        let archived = Set(properties.compactMap(\.type?.syntax).flatMap(\.namedTypes).map(\.trimmedDescription))
        for parameter in type.genericParameterClause?.parameters ?? []
        where archived.contains(parameter.name.text) && parameter.inheritedType == nil && type.genericWhereClause == nil
            && !type.memberBlock.members.hasBothMethods
        {
            requireConformance(parameter)
        }
        superclass.map(warnOfSuperclass)
    }

    /// Refuses the version of a class whose superclass has one.
    func refuseVersion(_ version: ExprSyntax) {
        context.report(
            "subclassVersion",
            """
            The superclass has a version, which counts for its subclasses, too: an object is archived with one version. Raise \
            that of the superclass, or write the classes by hand.
            """, at: version)
    }

    /// Warns of a method `didDecode()` that nothing calls. One that overrides another is that of a conformance, and a protocol
    /// of the program may require it.
    private func warnOfCompletion() {
        let method = type.memberBlock.members.all(FunctionDeclSyntax.self).first {
            $0.name.text == "didDecode" && $0.signature.parameterClause.parameters.isEmpty
                && !$0.modifiers.contains(.override) && !$0.modifiers.contains(.static)
                && !$0.modifiers.contains(.class)
        }
        guard let method, Set(type.inheritedNames).isSubset(of: ["GCodable", "GEncodable", "GDecodable"]) else {
            return
        }
        context.report(
            "completion",
            "Only a class that conforms to GDecodeCompletion gets calls of 'didDecode'. Add it to the inheritance clause.",
            at: method.name, severity: .warning)
    }

    /// Warns that what a superclass stores is lost.
    private func warnOfSuperclass(_ name: String) {
        guard name != "NSObject", !type.attributes.contains("CodableIgnoredSuperclass"),
            let superclass = type.inheritanceClause?.inheritedTypes.first
        else { return }
        context.report(
            "superclass",
            "What '\(name)' stores is not archived. Attach @GCodable to it, too, or declare that nothing needs it.",
            at: superclass, severity: .warning,
            fixIt: FixIt(
                "leave what '\(name)' stores out of archives", type, type.adding("CodableIgnoredSuperclass")))
    }

    private func explainUnowned(_ property: StoredProperty) {
        context.report(
            "unowned",
            """
            '\(property.name)' is unowned, so something else must archive its object: otherwise encoding fails. It must be decoded \
            at once: in a cycle, another reference has to wait. A weak variable can be nil and can wait.
            """, at: property.binding.pattern, severity: .remark,
            fixIt: FixIt("make '\(property.name)' a weak variable", property.declaration, weak(property)))
    }

    private func warnOfCycle(_ property: StoredProperty) {
        guard let type = property.binding.annotation else { return }
        var binding = property.binding
        var annotation =
            binding.typeAnnotation
            ?? TypeAnnotationSyntax(colon: .colonToken(trailingTrivia: .space), type: type.trimmed)
        let isOptional = property.type?.isOptional == true
        let advice: String
        if isOptional || property.type?.isCollection == true {
            let isDictionary =
                type.is(DictionaryTypeSyntax.self) || type.trimmedDescription.hasPrefix("Dictionary")
            let empty: ExprSyntax = isOptional ? "nil" : isDictionary ? "[:]" : "[]"
            binding.initializer = InitializerClauseSyntax(
                equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space), value: empty)
            advice = "give '\(property.name)' an initial value"
        } else {
            annotation.type = optional(annotation.type)
            advice = "make '\(property.name)' an optional"
        }
        binding.typeAnnotation = annotation
        context.report(
            "cycle",
            """
            '\(property.name)' can lead back to its own object, but cannot be set later, because it has no initial value. \
            Such an object could not be decoded.
            """, at: property.binding.pattern, severity: .warning,
            fixIt: FixIt(advice, property.binding, binding))
    }

    private func optional(_ type: TypeSyntax) -> TypeSyntax {
        TypeSyntax(OptionalTypeSyntax(wrappedType: type.trimmed)).with(\.trailingTrivia, type.trailingTrivia)
    }

    /// Returns the declaration with `weak var` and an optional type.
    private func weak(_ property: StoredProperty) -> VariableDeclSyntax {
        var declaration = property.declaration
        declaration.modifiers = DeclModifierListSyntax(
            declaration.modifiers.map { modifier in
                guard modifier.name.tokenKind == .keyword(.unowned) else { return modifier }
                return DeclModifierSyntax(
                    leadingTrivia: modifier.leadingTrivia, name: .keyword(.weak),
                    trailingTrivia: modifier.trailingTrivia)
            })
        declaration.bindingSpecifier.tokenKind = .keyword(.var)
        declaration.bindings = PatternBindingListSyntax(
            declaration.bindings.map { binding in
                guard let annotation = binding.typeAnnotation, property.type?.isOptional != true else { return binding }
                return binding.with(\.typeAnnotation, annotation.with(\.type, optional(annotation.type)))
            })
        return declaration
    }

    // MARK: Generic parameters

    private func requireConformance(_ parameter: GenericParameterSyntax) {
        let old = parameter.with(\.trailingComma, nil).trimmed
        var new = old
        new.colon = .colonToken(trailingTrivia: .space)
        new.inheritedType = "GCodable"
        context.report(
            "generic", "A class is archivable only if '\(parameter.name.text)' is: write '\(new.trimmedDescription)'.",
            at: parameter,
            fixIt: FixIt(
                "require '\(new.trimmedDescription)'", parameter,
                new.with(\.trailingComma, parameter.trailingComma).with(\.trailingTrivia, parameter.trailingTrivia)))
    }
}
#endif
