#if Macros
import SwiftSyntax

extension StoredProperty {
    /// Warns if the observers of the property run during decoding.
    ///
    /// What is set through an accessor runs them in the initializer, too, unless it gets its first value.
    ///
    /// - Parameter type: The class of the property, where it may be set later; `nil` for a structure.
    func warnOfObservers(inClass type: ClassDeclSyntax?, in context: ExpansionContext) {
        // Setting the storage of a wrapper runs none.
        guard hasObservers, !isWrapper, !markers.isObserved, !isConstant else { return }
        let reason: String
        if isSetByWrapper {
            reason = "'\(name)' has a wrapper with a value, so its observers run during decoding."
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
        declaration.warnOfObservers(reason, "observers", binding.pattern, in: context)
    }
}

extension ClassDeclSyntax {
    /// Warns of observers and setters of inherited properties, which the superclass may set later.
    func warnOfOverridingObservers(in context: ExpansionContext) {
        for declaration in memberBlock.members.all(VariableDeclSyntax.self)
        where declaration.modifiers.contains(.override) && !declaration.attributes.contains("CodableObserved") {
            for binding in declaration.bindings {
                guard let accessor = binding.acting else { continue }
                let type = PropertyType(annotation: binding.typeAnnotation?.type, value: nil)
                guard type?.isPlain != true else { continue }
                let name = binding.pattern.trimmedDescription
                declaration.warnOfObservers(
                    "If '\(name)' leads back to its own object, the superclass sets it after 'init', and its \(accessor) run.",
                    accessor, binding.pattern, in: context)
            }
        }
    }
}

extension VariableDeclSyntax {
    fileprivate func warnOfObservers(
        _ reason: String, _ accessors: String, _ pattern: PatternSyntax, in context: ExpansionContext
    ) {
        context.report(
            "observers", "\(reason) They may overwrite what was decoded.", at: pattern, severity: .warning,
            fixIt: adding("CodableObserved", "let the \(accessors) of '\(pattern.trimmedDescription)' run"))
    }
}

extension PatternBindingSyntax {
    /// What runs when a value is assigned: the accessors that the declaration has for that, if any.
    fileprivate var acting: String? {
        guard case .accessors(let accessors)? = accessorBlock?.accessors else { return nil }
        let kinds = accessors.map(\.accessorSpecifier.text)
        let isSettable = kinds.contains { ["set", "_modify", "unsafeMutableAddress"].contains($0) }
        return isSettable ? "accessors" : isComputed ? nil : "observers"
    }
}
#endif
