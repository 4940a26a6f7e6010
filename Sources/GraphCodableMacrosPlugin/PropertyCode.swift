#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// Generates the statements that encode and decode stored properties.
struct PropertyCode {
    let properties: [StoredProperty]
    let keys: CodingKeys

    /// Creates the keys of the properties, and reports duplicates.
    init(_ properties: [StoredProperty], in context: some MacroExpansionContext) {
        var keys = CodingKeys()
        var kept: [StoredProperty] = []
        for property in properties {
            if keys.insert(name: property.name, rawValue: property.key) {
                kept.append(property)
            } else {
                context.report(
                    "duplicateKey",
                    "The key '\(property.key)' is that of another property. Give this one another with @CodingKey.",
                    at: property.binding.pattern)
            }
        }
        for property in kept {
            for (index, alias) in property.markers.aliases.enumerated()
            where !keys.insert(name: Self.aliasName(property, index), rawValue: alias) {
                context.report(
                    "duplicateKey", "The alias '\(alias)' is the key of another property.",
                    at: property.binding.pattern)
            }
        }
        self.properties = kept
        self.keys = keys
    }

    private static func aliasName(_ property: StoredProperty, _ index: Int) -> String {
        "\(property.name.trimmingBackticks)_alias\(index + 1)"
    }

    // MARK: Encoding

    func encode(_ property: StoredProperty) -> String {
        let key = CodingKeys.expression(property.name)
        if property.isExistential {
            return "try encoder.encode(any: self.\(property.name), for: \(key))"
        }
        let call =
            switch property.ownership {
            case .strong: "encode"
            case .unowned where !property.isOptional: "encodeUnowned"
            case .weak, .unowned: "encodeConditional"
            }
        return "try encoder.\(call)(self.\(property.name), for: \(key))"
    }

    // MARK: Decoding

    /// Returns a statement that decodes a property immediately.
    func decode(_ property: StoredProperty) -> String {
        let (key, prelude) = decodingKey(property)
        let target = "self.\(property.name)"
        let value =
            property.isExistential ? "decode(any: \(existential(property)), for: \(key))" : "decode(for: \(key))"
        let fallback = property.markers.defaultValue ?? (property.isOptional ? "nil" : nil)
        if property.hasInitialValue, property.markers.defaultValue == nil {
            return prelude
                + """
                if try decoder.contains(\(key)) {
                    \(target) = try decoder.\(value)
                }
                """
        }
        guard let fallback else { return "\(prelude)\(target) = try decoder.\(value)" }
        if property.isExistential {
            return "\(prelude)\(target) = try decoder.contains(\(key)) ? decoder.\(value) : \(fallback)"
        }
        return "\(prelude)\(target) = try decoder.decode(for: \(key), default: \(fallback))"
    }

    /// Returns a statement that decodes a property of a class that can be set later.
    func decodeWhenReady(_ property: StoredProperty) -> String {
        let (key, prelude) = decodingKey(property)
        let name = property.name
        let call =
            switch property.ownership {
            case .weak, .unowned:
                "deferDecode(for: \(key)) { self.\(name) = $0 }"
            case .strong where property.isExistential:
                "decodeOrDefer(any: \(existential(property)), for: \(key), into: self) { $0.\(name) = $1 }"
            case .strong:
                "decodeOrDefer(for: \(key), into: self) { $0.\(name) = $1 }"
            }
        let absent = property.markers.defaultValue.map { " else {\n    self.\(property.name) = \($0)\n}" } ?? ""
        return prelude
            + """
            if try decoder.contains(\(key)) {
                try decoder.\(call)
            }\(absent)
            """
    }

    private func existential(_ property: StoredProperty) -> String { "(\(property.type?.text ?? "Any")).self" }

    /// Returns the key to decode: the property's own, or the first alias that the archive has.
    private func decodingKey(_ property: StoredProperty) -> (key: String, prelude: String) {
        let own = CodingKeys.expression(property.name)
        guard !property.markers.aliases.isEmpty else { return (own, "") }
        let choices = property.markers.aliases.indices.map { index in
            let alias = CodingKeys.expression(Self.aliasName(property, index))
            return "decoder.contains(\(alias)) ? \(alias)"
        }
        let name = "\(property.name.trimmingBackticks)Key"
        let choice = (["decoder.contains(\(own)) ? \(own)"] + choices + [own]).joined(separator: " : ")
        return (name, "let \(name) = try \(choice)\n")
    }
}
#endif
