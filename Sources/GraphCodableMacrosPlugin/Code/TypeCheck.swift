#if Macros
import SwiftSyntax

/// Generates code that the compiler refuses if the type of a stored value is not archivable: one error, at the
/// declaration of the value, which says what to do.
///
/// The macro cannot see types, so it declares two functions for each value: one for archivable types, and one that is
/// unavailable. The compiler checks calls of them, in a function that nothing calls.
struct TypeCheck {
    /// The functions, for the enumeration of keys.
    private(set) var functions: [String] = []
    private var parameters: [String] = []
    private var calls: [String] = []

    /// The function with the calls, for the encoding method. It is marked as deprecated, so the compiler does not warn if the
    /// calls use something deprecated.
    var function: String? {
        guard !calls.isEmpty else { return nil }
        return """
            @available(*, deprecated) func checkTypes(\(parameters.joined(separator: ", "))) {
            \(calls.joined(separator: "\n").indented)
                #sourceLocation()
            }
            """
    }

    mutating func add(_ property: StoredProperty, in context: ExpansionContext) {
        guard !property.isScalar else { return }
        // An optional is encoded as a weak reference is.
        let isUnowned = property.ownership == .unowned && !property.isOptional
        let ignoring =
            (isUnowned ? "write an optional's type with a question mark, " : "")
            + "or leave the property out with @CodableIgnored"
        add(
            property.keyName, "'\(property.name.trimmingBackticks)'", property.type, isWrapper: property.isWrapper,
            value: "self.\(property.storage)", ignoring, isObject: isUnowned, at: property.binding.pattern, in: context)
        guard property.ownership == .strong else { return }
        if property.markers.defaultValue != nil || property.markers.conversion != nil {
            calls += Self.optionalCheck(
                property.type, "self.\(property.storage)", at: property.binding.pattern, in: context)
        }
    }

    /// Returns statements that the compiler refuses if a type is an optional, which the source does not show.
    private static func optionalCheck(
        _ type: PropertyType?, _ value: String, at node: some SyntaxProtocol, in context: ExpansionContext
    ) -> [String] {
        if let type, type.isOptional || type.isCollection || type.isExistential { return [] }
        let check = "do { let check = \(QualifiedNames.module)._checkOfType([\(value)]); check.check() }"
        return [context.placing(check, at: node)]
    }

    /// Adds an associated value of a case.
    mutating func add(
        _ value: EnumCase.Value, at index: Int, of item: EnumCase, in context: ExpansionContext
    ) {
        guard let type = value.type, type.obstacle == nil, !type.leafNames.isEmpty else { return }
        let subject = "The value '\(value.key)' of the case '\(item.name.trimmingBackticks)'"
        add(
            CodingKeys.caseName(item.name), label: "value\(index)", subject, type, value: "value\(index)",
            "or write the enum's methods by hand", at: item.syntax, in: context)
        let pattern = item.values.indices.map { $0 == index ? "let value\($0)" : "_" }.joined(separator: ", ")
        if !type.isExistential, let call = calls.popLast() {
            let check =
                value.defaultValue == nil ? [] : Self.optionalCheck(type, "value\(index)", at: item.syntax, in: context)
            let body = ([call] + check).joined(separator: "\n")
            calls.append("if case .\(item.name)(\(pattern)) = self {\n\(body.indented)\n}")
        }
    }

    private mutating func add(
        _ name: String, label: String? = nil, _ subject: String, _ type: PropertyType?, isWrapper: Bool = false,
        value: String, _ alternative: String, isObject: Bool = false, at node: some SyntaxProtocol,
        in context: ExpansionContext
    ) {
        // A value of a protocol type would be opened; in an array it is not.
        var (argument, archivable, anything) = (
            "[\(value)]", "[some \(QualifiedNames.archivable)\(isObject ? " & Swift.AnyObject" : "")]", "[some Any]"
        )
        if let type, type.isExistential {
            guard let metatype = type.existentialMetatype else { return }
            (argument, archivable, anything) = (
                "value\(parameters.count)", "(some \(QualifiedNames.archivable)).Type", "(some Any).Type"
            )
            parameters.append("_ \(argument): \(metatype)")
        }
        let message =
            isWrapper
            ? Self.wrapperMessage(subject, alternative)
            : Self.message(subject, type, alternative, at: node, in: context)
        functions.append(
            """
            static func \(name)(\(label.map { "\($0) " } ?? "")_: \(archivable)) {
            }
            @available(*, unavailable, message: \(message.plainLiteral)) static func \(name)(\(label.map { "\($0) " } ?? "")_: \(anything)) {
            }
            """)
        let call = "\(CodingKeys.typeName).Check.\(name)(\(label.map { "\($0): " } ?? "")\(argument))"
        calls.append(context.placing(call, at: node))
    }

    /// What to do if the type belongs to another module.
    private static let wrapping = "store a CodableValue if it is Codable"

    private static func wrapperMessage(_ subject: String, _ alternative: String) -> String {
        """
        \(subject) cannot be archived, because the wrapper's type is not archivable. Attach @GCodable to it, archive the value \
        alone without @CodableWrapper, \(alternative).
        """
    }

    private static func message(
        _ subject: String, _ type: PropertyType?, _ alternative: String, at node: some SyntaxProtocol,
        in context: ExpansionContext
    ) -> String {
        guard let type else {
            return """
                \(subject) cannot be archived, because the type of the initial value is not archivable. Attach @GCodable to \
                the type, \(Self.wrapping), \(alternative).
                """
        }
        let start = "\(subject) of type '\(type.text)' cannot be archived, because"
        if type.isExistential {
            return "\(start) the protocol does not inherit from GCodable. Let it do so, \(alternative)."
        }
        let missing = GenericRequirements.missing(for: type.syntax, at: node, in: context)
        if let first = missing.first {
            let requirements = missing.map { "'\($0.requirement)'" }.joined(separator: " and ")
            return "\(start) '\(first.name)' need not be archivable. Require \(requirements), \(alternative)."
        }
        let names = type.leafNames.map { "'\($0)'" }
        let (list, pronoun) = (names.joined(separator: " or "), names.count == 1 ? "it" : "the type")
        let existential = type.leafNames.count == 1 ? "'any \(type.leafNames[0])'" : "'any'"
        // Only a name can be that of a protocol.
        let mayBeProtocol = type.leafNames.contains { name in
            name.allSatisfy { $0.isNameCharacter || $0 == "." } && !name.hasSuffix(".Type")
        }
        return """
            \(start) \(list) is not archivable. Attach @GCodable to \(pronoun), \(Self.wrapping)\
            \(mayBeProtocol ? ", write \(existential) if it is a protocol" : ""), \(alternative).
            """
    }
}
#endif
