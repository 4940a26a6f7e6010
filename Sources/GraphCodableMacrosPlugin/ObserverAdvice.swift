#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

extension StoredProperty {
    /// Warns if the observers of the property run during decoding.
    ///
    /// What is set through an accessor runs them in the initializer, too, unless it gets its first value.
    ///
    /// - Parameter type: The class of the property, where it may be set later; `nil` for a structure.
    func warnOfObservers(inClass type: ClassDeclSyntax?, in context: some MacroExpansionContext) {
        guard hasObservers, !markers.isObserved, !isConstant else { return }
        let reason: String
        if hasInitialValue, mayBeWrapped {
            reason = "'\(name)' has a wrapper and an initial value, so its observers run during decoding."
        } else if hasInitialValue, type?.attributes.contains("Observable") == true,
            !declaration.attributes.contains("ObservationIgnored")
        {
            reason = "'\(name)' is observable and has an initial value, so its observers run during decoding."
        } else if type == nil || !canWait || self.type?.isPlain == true {
            return
        } else if ownership == .strong {
            reason = "If '\(name)' leads back to its own object, it is set after 'init', and its observers run."
        } else {
            reason = "'\(name)' is set after 'init', so its observers run during decoding."
        }
        declaration.warnOfObservers(reason, binding.pattern, in: context)
    }
}

extension ClassDeclSyntax {
    /// Warns of observers of inherited properties, which the superclass may set later.
    func warnOfOverridingObservers(in context: some MacroExpansionContext) {
        for declaration in memberBlock.members.compactMap({ $0.decl.as(VariableDeclSyntax.self) })
        where declaration.modifiers.contains(.override) && !declaration.attributes.contains("CodableObserved") {
            for binding in declaration.bindings where binding.accessorBlock != nil && !binding.isComputed {
                let type = PropertyType(annotation: binding.typeAnnotation?.type, value: nil)
                guard type?.isPlain != true else { continue }
                let name = binding.pattern.trimmedDescription
                declaration.warnOfObservers(
                    "If '\(name)' leads back to its own object, the superclass sets it after 'init', and its observers run.",
                    binding.pattern, in: context)
            }
        }
    }
}

extension VariableDeclSyntax {
    fileprivate func warnOfObservers(
        _ reason: String, _ pattern: PatternSyntax, in context: some MacroExpansionContext
    ) {
        context.report(
            "observers", "\(reason) They may overwrite what was decoded.", at: pattern, severity: .warning,
            fixIt: adding("CodableObserved", "let the observers of '\(pattern.trimmedDescription)' run"))
    }
}
#endif
