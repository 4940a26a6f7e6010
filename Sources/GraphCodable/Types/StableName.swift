/// Names of types that do not depend on where in a program the types are declared.
package enum StableName {
    /// Returns a stable name for a result of `_typeName(_, qualified: true)`.
    ///
    /// The name omits the contexts of private and local types, which contain addresses, and the spaces after commas. An
    /// asterisk replaces the main module, if it is known.
    package static func make(from qualifiedName: String, mainModuleName: String?) -> String {
        var name = ""
        var rest = Substring(PortableNames.portable(qualifiedName))
        var isAtStart = true
        while let character = rest.first {
            // A context has no parentheses inside. To look beyond them would take quadratic time.
            if character == "(", let end = rest.dropFirst().firstIndex(where: { $0 == ")" || $0 == "(" }),
                rest[end] == ")"
            {
                let context = rest[rest.index(after: rest.startIndex)..<end]
                if context.hasPrefix("unknown context at ") || context.hasPrefix("extension in ") {
                    rest = rest[end...].dropFirst()
                    rest = rest.first == "." || rest.first == ":" ? rest.dropFirst() : rest
                    continue
                }
                if let separator = context.firstRange(of: " in _")?.lowerBound {
                    name += context[..<separator]
                    rest = rest[end...].dropFirst()
                    continue
                }
            }
            if isAtStart, let mainModuleName, rest.hasPrefix(mainModuleName + ".") {
                name += "*."
                rest = rest.dropFirst(mainModuleName.count + 1)
                isAtStart = false
                continue
            }
            rest = rest.dropFirst()
            if character == " ", name.last == "," {
                continue
            }
            name.append(character)
            isAtStart = precedesModule(character)
        }
        return name
    }

    /// Returns a stable name with the main module in place of the asterisks.
    static func expanded(_ name: String, mainModuleName: String) -> String {
        var expanded = ""
        var isAtStart = true
        for character in name {
            expanded += character == "*" && isAtStart ? mainModuleName : String(character)
            isAtStart = precedesModule(character)
        }
        return expanded
    }

    /// Whether the name of a module may follow a character.
    private static func precedesModule(_ character: Character) -> Bool { "<,( [&>".contains(character) }
}
