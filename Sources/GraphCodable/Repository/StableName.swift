/// Names of types that do not depend on where in a program they stand.
package enum StableName {
    /// Makes a name from the one that the runtime tells.
    ///
    /// The contexts of private and local types, which have addresses in their names, are left out, as is the space behind
    /// commas; an asterisk takes the place of the main module.
    ///
    /// - Parameters:
    ///   - qualifiedName: What `_typeName(_, qualified: true)` returns.
    ///   - mainModuleName: The module to replace, if it is known.
    package static func make(from qualifiedName: String, mainModuleName: String?) -> String {
        var name = ""
        var rest = Substring(qualifiedName)
        var isAtStart = true
        while let character = rest.first {
            if character == "(", let end = rest.firstIndex(of: ")") {
                let context = rest[rest.index(after: rest.startIndex)..<end]
                if context.hasPrefix("unknown context at ") || context.hasPrefix("extension in ") {
                    rest = rest[end...].dropFirst()
                    rest = rest.first == "." || rest.first == ":" ? rest.dropFirst() : rest
                    continue
                }
                if let separator = context.range(ofText: " in _") {
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
            isAtStart = "<,( [&>".contains(character)
        }
        return name
    }
}

extension Substring {
    /// Where a text begins in this one. Foundation is not needed for that.
    fileprivate func range(ofText text: String) -> Index? {
        indices.first { self[$0...].hasPrefix(text) }
    }
}
