#if Macros
import SwiftSyntax

/// Generates the statements that encode and decode stored properties.
struct PropertyCode {
    let properties: [StoredProperty]
    /// The declaration of the keys, or `nil` if there are none.
    let keys: String?
    /// The check of the properties' types, if the macro generates the encoding method.
    private let check: TypeCheck?

    private let context: ExpansionContext
    private let isNameFound: Bool

    /// Creates the keys of the properties, and reports duplicates.
    init(_ members: MemberBlockItemListSyntax, isClass: Bool = false, in context: ExpansionContext) {
        // An extension of a nested type does not find the types around it.
        isNameFound = isClass || context.lexicalContext.isEmpty
        // The compiler reports two properties of one name.
        var names: Set<String> = []
        properties = StoredProperty.all(of: members, in: context).filter { names.insert($0.name).inserted }
        var keys = CodingKeys()
        for property in properties where !keys.insert(name: property.keyName, rawValue: property.key) {
            context.report(
                "duplicateKey",
                "The key '\(property.key)' is that of another property. Give this one another with @CodingKey.",
                at: property.binding.pattern)
        }
        for property in properties {
            for (index, alias) in property.markers.aliases.enumerated()
            where !keys.insert(name: Self.aliasName(property, index), rawValue: alias) {
                context.report(
                    "duplicateKey", property.markers.problem(ofAlias: index, of: property.key, "property"),
                    at: property.binding.pattern)
            }
        }
        OneSidedCodingAdvice(members)?.report(about: properties, in: context)
        var check = TypeCheck()
        for property in properties {
            check.add(property, in: context)
        }
        self.context = context
        // The check is a part of the encoding method.
        self.check = members.hasEncodingMethod ? nil : check
        self.keys = keys.declaration(self.check)
    }

    private static func aliasName(_ property: StoredProperty, _ index: Int) -> String {
        property.name.derived("", "_alias\(index + 1)")
    }

    // MARK: Rows

    /// Returns statements for properties, in order. Consecutive numbers and Boolean values share one row of keys.
    ///
    /// - Parameters:
    ///   - coder: The name of the encoder or decoder.
    ///   - statement: Returns the statement for a property, given what encodes or decodes it: the coder or a row.
    private func inRows(
        _ properties: [StoredProperty], of coder: String,
        statement: (_ property: StoredProperty, _ coder: String, _ key: String) -> String
    ) -> [String] {
        var statements: [String] = []
        var rest = properties[...]
        while let first = rest.first {
            let row = rest.prefix(while: \.fitsIntoRow).prefix(Self.longestRow)
            // A row of two is not worth its cost.
            guard row.count > 2 else {
                statements.append(statement(first, coder, CodingKeys.expression(first.keyName)))
                rest = rest.dropFirst()
                continue
            }
            // The name is unique, because one method may contain the statements of two calls.
            let rowName = first.name.derived("_row_")
            statements.append("var \(rowName) = \(coder)._scalars(\(row.map(\.key).joined(separator: ",").literal))")
            statements += row.map { statement($0, rowName, $0.key.literal) }
            rest = rest.dropFirst(row.count)
        }
        return statements
    }

    /// The number of fields for which the encoder makes room.
    private static let longestRow = 32

    // MARK: Encoding

    /// The function that checks the types of the properties, if there is one.
    var typeCheck: [String] { [check?.function].compactMap { $0 } }

    /// Returns statements that encode properties, in order.
    func encode(_ properties: [StoredProperty]) -> [String] {
        inRows(properties, of: "encoder") { property, encoder, key in
            let code = encode(property, by: encoder, key)
            // The getter of a wrapper may be mutating, and the property deprecated or isolated to an actor.
            return property.mayBeWrapped || property.isRestricted ? placing([code], of: property) : code
        }
    }

    private func encode(_ property: StoredProperty, by encoder: String, _ key: String) -> String {
        if property.isExistential {
            return
                "try \(encoder).encode(any: \(property.type?.unopened("self.\(property.storage)") ?? ""), for: \(key))"
        }
        let call =
            switch property.ownership {
            case .strong: "encode"
            case .unowned where !property.isOptional: "encodeUnowned"
            case .weak, .unowned: "encodeConditional"
            }
        return "try \(encoder).\(call)(self.\(property.storage), for: \(key))"
    }

    // MARK: Decoding

    /// Returns statements that decode properties immediately, in order.
    func decode(_ properties: [StoredProperty]) -> [String] {
        inRows(properties, of: "decoder") { placing(decode($0, by: $1, $2), of: $0) }
    }

    /// Returns statements that decode the properties of a structure, in order.
    ///
    /// If all are scalars, all values are decoded before the first is assigned. Otherwise the compiler would copy a large,
    /// half-initialized structure at each place that throws.
    func decodeStructure(_ properties: [StoredProperty]) -> [String] {
        // Names of scalars may mean types inside another type that an extension does not find.
        guard context.lexicalContext.isEmpty,
            properties.allSatisfy({ $0.isScalar && !$0.hasInitialValue && !$0.mayBeWrapped })
        else {
            return decode(properties)
        }
        let value = { (property: StoredProperty) in property.name.derived("_decoded_") }
        let values = inRows(properties, of: "decoder") { property, decoder, key in
            let target = "let \(value(property)): \(property.type?.text ?? "_")"
            return placing(decode(property, by: decoder, key, to: target), of: property)
        }
        return values + properties.map { "self.\($0.storage) = \(value($0))" }
    }

    /// Returns lines whose errors the compiler reports at a property, if there may be any.
    private func placing(_ lines: [String], of property: StoredProperty) -> String {
        let mayHaveErrors =
            property.mayBeWrapped || property.isRestricted || property.markers.defaultValue != nil
            || property.markers.conversion != nil
        guard mayHaveErrors else { return lines.joined(separator: "\n") }
        return lines.map { context.placing($0, at: property.binding.pattern) + "\n" }.joined() + "#sourceLocation()"
    }

    /// Returns the lines of a statement.
    ///
    /// - Parameter target: What the value is assigned to: by default the property, whose initial value stays if there is none.
    private func decode(
        _ property: StoredProperty, by decoder: String, _ key: String, to target: String? = nil
    ) -> [String] {
        let (key, prelude) = decodingKey(property, key)
        let target = target ?? "self.\(property.storage)"
        let value = "decode(\(arguments(property, key)))"
        let fallback = property.type.fallback(property.markers.defaultValue, isNameFound: isNameFound)
        if property.hasInitialValue, property.markers.defaultValue == nil {
            return prelude + [
                "if try \(decoder).contains(\(key)) {", "    \(target) = try \(decoder).\(value)", "}",
            ]
        }
        guard let fallback else { return prelude + ["\(target) = try \(decoder).\(value)"] }
        if property.isExistential || property.markers.conversion != nil {
            return prelude + ["\(target) = try \(decoder).contains(\(key)) ? decoder.\(value) : \(fallback)"]
        }
        return prelude + ["\(target) = try \(decoder).decode(for: \(key), default: \(fallback))"]
    }

    /// Returns a statement that decodes a property of a class that can be set later.
    ///
    /// A value that is available at once is assigned in the initializer itself, which runs no observers.
    func decodeWhenReady(_ property: StoredProperty) -> String {
        placing(decodeNowOrLater(property), of: property)
    }

    private func decodeNowOrLater(_ property: StoredProperty) -> [String] {
        let (key, prelude) = decodingKey(property, CodingKeys.expression(property.keyName))
        let name = property.storage
        let isStrong = property.ownership == .strong
        let call =
            isStrong
            ? [
                "if let value = try decoder.decodeNow(\(arguments(property, key, waiting: "orLater: self, { $0.\(name) = $1 }"))) {",
                "    self.\(name) = value", "}",
            ] : ["try decoder.deferDecode(for: \(key)) { self.\(name) = $0 }"]
        let absent = property.markers.defaultValue.map { ["} else {", "    self.\(name) = \($0)"] } ?? []
        // `decodeNow` returns nil for an absent key.
        guard !isStrong || !absent.isEmpty else { return prelude + call }
        return prelude + ["if try decoder.contains(\(key)) {"] + call.map(\.indented) + absent + ["}"]
    }

    /// Returns the arguments of a method that decodes a property.
    private func arguments(_ property: StoredProperty, _ key: String, waiting: String? = nil) -> String {
        let type = property.isExistential ? "any: (\(property.type?.castableText ?? "Any")).self" : nil
        let conversion = property.markers.conversion?.arguments(for: property.type, waits: waiting != nil)
        return [type, "for: \(key)", conversion, waiting].compactMap { $0 }.joined(separator: ", ")
    }

    /// Returns the key to decode: the property's own, or the first alias that the archive has; and the lines that find it.
    ///
    /// - Parameter own: The expression of the property's own key.
    private func decodingKey(_ property: StoredProperty, _ own: String) -> (key: String, prelude: [String]) {
        guard !property.markers.aliases.isEmpty else { return (own, []) }
        let choices = property.markers.aliases.indices.map { index in
            let alias = CodingKeys.expression(Self.aliasName(property, index))
            return "decoder._contains(\(alias)) ? \(alias)"
        }
        let name = property.name.derived("_key_")
        let choice = (["decoder._contains(\(own)) ? \(own)"] + choices + [own]).joined(separator: " : ")
        return (name, ["let \(name) = try \(choice)"])
    }
}

extension [StoredProperty] {
    /// The properties in an order in which they can be decoded. A property that its wrapper has initialized can be set only when
    /// all others have values.
    var wrappersLast: [StoredProperty] {
        let rank = { (property: StoredProperty) in
            !property.mayBeWrapped ? 0 : property.hasInitialValue ? 3 : property.hasWrapperArguments ? 2 : 1
        }
        return (0...3).flatMap { value in filter { rank($0) == value } }
    }
}
#endif
