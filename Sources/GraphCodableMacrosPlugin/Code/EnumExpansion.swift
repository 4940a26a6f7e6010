#if Macros
import SwiftSyntax

/// The members that the macro adds to an enumeration.
///
/// A value is archived as the name of its case, without a key, and the associated values by their labels. The library
/// archives an enumeration with raw values as its raw value, without generated code.
struct EnumExpansion {
    let members: String
    /// The types of the associated values.
    let types: [TypeSyntax]

    /// Reports an enumeration without cases.
    init(_ enumeration: EnumDeclSyntax, _ arguments: TypeArguments, in context: ExpansionContext) {
        let cases = EnumCase.all(of: enumeration, in: context)
        let known = cases.filter { !$0.keepsUnknown }
        types = known.flatMap(\.values).compactMap(\.type?.syntax)
        let access = context.access(of: enumeration)
        let list = enumeration.memberBlock.members
        let properties = arguments.properties { _ in "\(access)static" }
        if cases.isEmpty, !context.hasErrors, !list.hasBothMethods {
            context.report("cases", "@GCodable needs an enum with cases.", at: enumeration.name)
        }
        guard !enumeration.hasRawValues else {
            let initializer = RawValueDecoding.initializer(of: enumeration, cases, arguments, in: context)
            members = (properties + [initializer].compactMap { $0 }).joined(separator: "\n\n")
            return
        }
        var check = TypeCheck()
        for item in known {
            for (index, value) in item.values.enumerated() {
                check.add(value, at: index, of: item, in: context)
            }
        }
        let methods = CodingMethods(
            of: enumeration, versionCheck: arguments.versionCheck,
            keys: Self.keys(known).declaration(list.hasEncodingMethod ? nil : check),
            decoding: [Self.decoding(cases, isNameFound: context.lexicalContext.isEmpty)],
            encoding: [check.function, Self.rawTypeCheck(enumeration, known, in: context)].compactMap { $0 }
                + [Self.encoding(cases)],
            migration: MigrationHook.call(list, arguments, in: context), in: context)
        let parts =
            [methods.keys] + properties + [
                methods.initializer(), methods.encodingMethod(),
                list.all(VariableDeclSyntax.self).flatMap(\.bindings).contains(where: \.isUnknownFields)
                    ? nil : cases.first(where: \.keepsUnknown).map { UnknownFieldsProperty.property(of: $0, access) },
            ]
        members = parts.compactMap { $0 }.joined(separator: "\n\n")
    }

    /// Returns code of which the compiler warns if the enumeration has raw values, which the macro does not see where their type has
    /// another name.
    private static func rawTypeCheck(
        _ enumeration: EnumDeclSyntax, _ cases: [EnumCase], in context: ExpansionContext
    ) -> String? {
        guard let type = enumeration.inheritanceClause?.inheritedTypes.first, enumeration.firstUnknownName != nil,
            cases.allSatisfy(\.values.isEmpty)
        else { return nil }
        return context.placing("encoder.archivesCaseNames(of: Self.self)", at: type) + "\n#sourceLocation()"
    }

    private static func keys(_ cases: [EnumCase]) -> CodingKeys {
        var keys = CodingKeys()
        for value in cases.flatMap(\.values) {
            // Cases share the keys of equal labels.
            _ = keys.insert(name: value.keyName, rawValue: value.key)
        }
        return keys
    }

    private static func decoding(_ cases: [EnumCase], isNameFound: Bool) -> String {
        let branches = cases.filter { !$0.keepsUnknown }.map { item in
            let names = ([item.key] + item.markers.aliases).map(\.literal).joined(separator: ", ")
            let values = item.values.map { value in
                value.prefix + decoding(value, isNameFound: isNameFound)
            }
            let payload = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
            return "case \(names):\n    self = \(values.isEmpty ? "" : "try ").\(item.name)\(payload)"
        }
        return """
            switch try decoder.decode() as Swift.String {
            \((branches + [unknown(cases)]).joined(separator: "\n"))
            }
            """
    }

    private static func decoding(_ value: EnumCase.Value, isNameFound: Bool) -> String {
        let key = CodingKeys.expression(value.keyName)
        let fallback = value.type.fallback(value.defaultValue, isNameFound: isNameFound)
        if let type = value.type, type.isExistential {
            let call = "decoder.decode(any: (\(type.text)).self, for: \(key))"
            return fallback.map { "decoder.contains(\(key)) ? \(call) : \($0)" } ?? call
        }
        return fallback.map { "decoder.decode(for: \(key), default: \($0))" } ?? "decoder.decode(for: \(key))"
    }

    /// Returns the branch for a case that a newer program wrote.
    private static func unknown(_ cases: [EnumCase]) -> String {
        cases.first(where: \.markers.isFallback).map { item in
            item.keepsUnknown
                ? """
                case let name:
                    decoder.noteFallback()
                    self = \(item.made(of: "\(QualifiedNames.module).GUnknownFields(caseName: name)"))
                """
                : """
                default:
                    decoder.noteFallback()
                    self = .\(item.name)
                """
        }
            ?? """
            case let name:
                throw decoder.unknownCase(name, of: Self.self)
            """
    }

    private static func encoding(_ cases: [EnumCase]) -> String {
        let branches = cases.map { item -> String in
            if item.keepsUnknown {
                return "case \(item.pattern):\n    try encoder.encode(value0.caseName ?? \(item.key.literal))"
            }
            let values = item.values.enumerated().map { index, value in
                let existential = value.type.flatMap { $0.isExistential ? $0.unopened("value\(index)") : nil }
                let argument = existential.map { "any: \($0)" } ?? "value\(index)"
                return "\n    try encoder.encode(\(argument), for: \(CodingKeys.expression(value.keyName)))"
            }
            return "case \(item.pattern):\n    try encoder.encode(\(item.key.literal))\(values.joined())"
        }
        return """
            switch self {
            \(branches.joined(separator: "\n"))
            }
            """
    }
}

extension EnumDeclSyntax {
    /// Whether the cases have raw values, as far as the source shows.
    var hasRawValues: Bool {
        rawTypeName.map { $0 == "Character" || $0 != "Bool" && PropertyType.scalarNames.contains($0) } ?? false
            || memberBlock.members.all(EnumCaseDeclSyntax.self).flatMap(\.elements).contains { $0.rawValue != nil }
    }

    /// The name of the first inherited type, which is that of the raw values if there are any.
    var rawTypeName: String? {
        PropertyType(annotation: inheritanceClause?.inheritedTypes.first?.type, value: nil)?.simpleName
    }
}
#endif
