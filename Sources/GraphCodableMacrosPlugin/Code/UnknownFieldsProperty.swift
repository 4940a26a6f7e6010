#if Macros
import SwiftSyntax

/// What a type of the macro keeps of newer programs.
enum UnknownFieldsProperty {
    /// Reports a type that has a place for unknown fields and does not conform to the protocol, or no initial value there; and a
    /// place that the library does not find.
    ///
    /// The macro cannot add the conformance: the compiler crashes if a macro does so for a class, and not for its superclass
    /// (Swift 6.3).
    static func check(_ type: some DeclGroupSyntax, in context: ExpansionContext) {
        let places = places(in: type)
        guard let place = places.first else { return }
        guard type.inheritedNames.contains("GKeepsUnknown") else {
            context.report(
                "unknownFields",
                "Unknown fields are kept by types that conform to GKeepsUnknown. Declare that here, too.",
                at: place)
            return
        }
        for place in places {
            guard let property = place.as(PatternBindingSyntax.self) else {
                if !type.memberBlock.members.hasBothMethods { checkMark(of: place, in: context) }
                continue
            }
            if !property.isUnknownFields {
                context.report("unknownFields", "Name the property 'unknownFields'.", at: property.pattern)
            } else if property.initializer == nil {
                context.report(
                    "unknownFields", "Give this property the initial value GUnknownFields().", at: property.pattern)
            }
        }
    }

    /// Reports a case with unknown fields that is not the fallback.
    private static func checkMark(of element: Syntax, in context: ExpansionContext) {
        let declaration = element.ancestorOrSelf { $0.as(EnumCaseDeclSyntax.self) }
        guard declaration?.attributes.contains("CodableFallback") == false else { return }
        context.report(
            "unknownFields", "Mark the case with @CodableFallback: only the fallback keeps unknown fields.",
            at: element)
    }

    /// Returns the properties of a type that have unknown fields, or the cases of an enumeration. Methods by hand may archive those of
    /// other names.
    private static func places(in type: some DeclGroupSyntax) -> [Syntax] {
        let members = type.memberBlock.members
        let properties = members.all(VariableDeclSyntax.self)
            .filter { $0.isStoredInInstances && !$0.attributes.contains("CodableIgnored") }.flatMap(\.bindings)
            .filter { !$0.isComputed && ($0.isUnknownFields || $0.hasUnknownFields && !members.hasBothMethods) }
        let cases = members.all(EnumCaseDeclSyntax.self).flatMap(\.elements).filter { element in
            element.parameterClause?.parameters.contains { $0.type.isUnknownFields } == true
        }
        return properties.map { Syntax($0) } + cases.map { Syntax($0) }
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
