#if Macros
import SwiftSyntax

extension ClassDeclSyntax {
    /// Whether the class would have an implicit `init()` if the macro didn't add `init(from:)`.
    ///
    /// A name in the inheritance clause may be a superclass whose `init()` would need an override. So the result is
    /// true only if the first inherited type is a well-known protocol, or there is none.
    var losesImplicitInitializer: Bool {
        let members = memberBlock.members
        let conditional = members.conditionalMembers
        return superclassCandidate == nil && !members.hasDesignatedInitializer
            && !conditional.contains { $0.decl.is(InitializerDeclSyntax.self) }
            && (Array(members) + conditional).all(VariableDeclSyntax.self).allSatisfy(\.hasInitialValues)
    }

    /// The superclass of a class that has no archivable one, as far as the source shows.
    var plainSuperclass: String? {
        guard let superclassCandidate else { return nil }
        let isKnown =
            superclassCandidate == "NSObject"
            || memberBlock.members.all(InitializerDeclSyntax.self).contains { initializer in
                initializer.modifiers.contains(.override)
                    || initializer.body?.statements.trimmedDescription.contains("super.init(") == true
            }
        return isKnown ? superclassCandidate : nil
    }

    /// Only the first inherited type can be a class.
    private var superclassCandidate: String? { firstUnknownName }
}

extension DeclGroupSyntax {
    /// The first inherited type, or the one in a composition there, that is no well-known protocol.
    var firstUnknownType: TypeSyntax? {
        inheritanceClause?.inheritedTypes.first?.type.components.first { !wellKnownProtocols.contains($0.lastName) }
    }

    var firstUnknownName: String? { firstUnknownType?.lastName }
}

private let wellKnownProtocols: Set<String> = [
    "AnyObject", "CaseIterable", "Codable", "Comparable", "CustomDebugStringConvertible", "CustomReflectable",
    "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Error", "GCodable", "GDecodable",
    "GDecodeCompletion", "GEncodable", "GIdentifiable", "GInheritance", "GKeepsUnknown", "GNamed", "GVersion",
    "Hashable", "Identifiable", "LocalizedError", "Observable", "ObservableObject", "Sendable",
]

extension VariableDeclSyntax {
    /// Whether every stored instance property has an initial value or is implicitly nil.
    fileprivate var hasInitialValues: Bool {
        guard isStoredInInstances else { return true }
        return bindings.allSatisfy { binding in
            binding.isComputed || binding.initializer != nil
                || !isConstant
                    && PropertyType(annotation: binding.annotation, value: nil)?.isImplicitlyNil == true
        }
    }
}

extension MemberBlockItemListSyntax {
    /// Whether there is a designated initializer, which prevents inheriting those of the superclass.
    var hasDesignatedInitializer: Bool { !designatedInitializers.isEmpty }

    var designatedInitializers: [InitializerDeclSyntax] {
        all(InitializerDeclSyntax.self).filter { !$0.modifiers.contains(.convenience) }
    }
}
#endif
