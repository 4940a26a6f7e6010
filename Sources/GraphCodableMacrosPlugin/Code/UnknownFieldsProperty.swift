#if Macros
import SwiftSyntax

/// What a type of the macro keeps of newer programs.
enum UnknownFieldsProperty {
    /// Reports a type that has a place for unknown fields and does not conform to the protocol, or no initial value there.
    ///
    /// The macro cannot add the conformance: the compiler crashes if a macro does so for a class, and not for its superclass
    /// (Swift 6.3).
    static func check(_ type: some DeclGroupSyntax, in context: ExpansionContext) {
        guard let place = place(in: type) else { return }
        if !type.inheritedNames.contains("GKeepsUnknown") {
            context.report(
                "unknownFields",
                "Unknown fields are kept by types that conform to GKeepsUnknown. Declare that here, too.",
                at: place)
        } else if let property = place.as(PatternBindingSyntax.self), property.initializer == nil {
            context.report(
                "unknownFields", "Give this property the initial value GUnknownFields().", at: property.pattern)
        }
    }

    /// Returns the property of a type that has unknown fields, or the case of an enumeration.
    private static func place(in type: some DeclGroupSyntax) -> Syntax? {
        for member in type.memberBlock.members {
            if let property = member.decl.as(VariableDeclSyntax.self), property.isStoredInInstances {
                if let binding = property.bindings.first(where: { $0.isUnknownFields && !$0.isComputed }) {
                    return Syntax(binding)
                }
            } else if let elements = member.decl.as(EnumCaseDeclSyntax.self)?.elements {
                let element = elements.first { element in
                    element.parameterClause?.parameters.contains { $0.type.isUnknownFields } == true
                }
                if let element { return Syntax(element) }
            }
        }
        return nil
    }

    /// Returns the property of an enumeration that gives access to the fields of its fallback.
    static func property(of fallback: EnumCase, _ access: String) -> String {
        """
        \(access)var unknownFields: \(QualifiedNames.module).GUnknownFields {
            get {
                if case \(fallback.pattern) = self { value0 } else { \(QualifiedNames.module).GUnknownFields() }
            }
            set {
                if case .\(fallback.name) = self { self = \(fallback.made(of: "newValue")) }
            }
        }
        """
    }
}

extension EnumCase {
    /// Whether the case stands for unknown ones and keeps their fields.
    var keepsUnknown: Bool { markers.isFallback && values.count == 1 && values[0].type?.syntax.isUnknownFields == true }

    /// Returns an expression for the case with its only value.
    func made(of value: String) -> String {
        ".\(name)(\(values[0].prefix)\(value))"
    }
}
#endif
