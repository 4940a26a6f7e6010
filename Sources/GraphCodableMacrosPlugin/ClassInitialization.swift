#if Macros
import SwiftSyntax

extension ClassDeclSyntax {
    /// Whether Swift would give the class an `init()`, which it does not when there is an `init(from:)`.
    ///
    /// A name in the inheritance clause may be that of a superclass, whose `init()` would have to be overridden. So only classes
    /// that name none but well-known protocols count.
    var losesImplicitInitializer: Bool {
        let members = memberBlock.members
        let conditional = members.conditionalMembers
        return superclassCandidate == nil && !members.hasDesignatedInitializer
            && !conditional.contains { $0.decl.is(InitializerDeclSyntax.self) }
            && (Array(members) + conditional).compactMap { $0.decl.as(VariableDeclSyntax.self) }.allSatisfy(
                \.hasInitialValues)
    }

    /// Whether a class that does not inherit from an archivable one has a superclass, as far as the source shows.
    var hasPlainSuperclass: Bool {
        guard let superclassCandidate else { return false }
        return superclassCandidate == "NSObject"
            || memberBlock.members.contains { member in
                guard let initializer = member.decl.as(InitializerDeclSyntax.self) else { return false }
                return initializer.modifiers.contains(.override)
                    || initializer.body?.statements.trimmedDescription.contains("super.init(") == true
            }
    }

    /// The first inherited type, unless it is a well-known protocol. Only the first can be a class.
    private var superclassCandidate: String? {
        guard let first = inheritanceClause?.inheritedTypes.first?.type.lastName else { return nil }
        return Self.protocols.contains(first) ? nil : first
    }

    private static let protocols: Set<String> = [
        "AnyObject", "Codable", "Comparable", "CustomDebugStringConvertible", "CustomReflectable",
        "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Error", "GCodable", "GDecodable",
        "GEncodable",
        "GIdentifiable", "GInheritance", "GNamed", "GVersion", "Hashable", "Identifiable", "Observable",
        "ObservableObject", "Sendable",
    ]
}

extension VariableDeclSyntax {
    /// Whether every property that instances store has a value, or is nil without one.
    fileprivate var hasInitialValues: Bool {
        guard isStoredInInstances else { return true }
        let isConstant = bindingSpecifier.tokenKind == .keyword(.let)
        return bindings.allSatisfy { binding in
            binding.isComputed || binding.initializer != nil
                || !isConstant
                    && PropertyType(annotation: binding.typeAnnotation?.type, value: nil)?.isImplicitlyNil == true
        }
    }
}

extension MemberBlockItemListSyntax {
    /// Whether there is an initializer that keeps those of the superclass from being inherited.
    var hasDesignatedInitializer: Bool {
        contains { member in
            member.decl.as(InitializerDeclSyntax.self).map { !$0.modifiers.contains(.convenience) } ?? false
        }
    }
}
#endif
