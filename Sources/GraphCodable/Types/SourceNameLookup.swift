/// Finds types of the program by their names as in source code.
///
/// It finds only types that the Swift runtime can find. A written name does not distinguish structs, classes and enums, so
/// it tries each part of the name as all three.
enum SourceNameLookup {
    static func type(_ name: WrittenTypeName) -> Any.Type? {
        find(name)?.type
    }

    /// Returns the maximum number of names to look up in the runtime to find a type.
    static func questionCount(_ name: WrittenTypeName) -> Int {
        let module = name.parts.first.flatMap { identifier($0.name) } ?? ""
        let count = 3 * TypeNames.modules(mangledAs: module).count * (name.parts.count - 1)
        return name.arguments.reduce(count) { $0.addingClamped(questionCount($1)) }
    }

    /// Returns a type and its mangled name without substitutions, so that the name can be a part of other names.
    private static func find(_ name: WrittenTypeName) -> (mangled: String, type: Any.Type)? {
        if let type = PortableNames.types[name.description], let mangled = TypeNames.mangledName(of: type) {
            return (mangled, type)
        }
        if name.description == "Any" {
            return ("yp", Any.self)
        }
        guard let module = name.parts.first, module.arguments.isEmpty, let start = identifier(module.name) else {
            return nil
        }
        // Once for all modules: otherwise the work would be exponential in the depth of the arguments.
        guard let parts = mangledParts(name.parts.dropFirst()) else { return nil }
        let starts = module.name == "Swift" ? ["s"] : TypeNames.modules(mangledAs: start)
        for start in starts {
            if let found = find(parts, in: start) {
                return found
            }
        }
        return nil
    }

    /// Returns each part's mangled identifier and the mangled names of its arguments, if all of these are found.
    private static func mangledParts(
        _ parts: ArraySlice<WrittenTypeName.Part>
    ) -> [(identifier: String, arguments: String)]? {
        var result: [(identifier: String, arguments: String)] = []
        for part in parts {
            guard let identifier = identifier(part.name) else { return nil }
            var list = ""
            for argument in part.arguments {
                guard let argument = find(argument) else { return nil }
                list += argument.mangled
            }
            result.append((identifier, list))
        }
        return result
    }

    private static func find(
        _ parts: [(identifier: String, arguments: String)], in module: String
    ) -> (mangled: String, type: Any.Type)? {
        var nominal = module
        var lists: [String] = []
        var found: (mangled: String, type: Any.Type)?
        for (identifier, list) in parts {
            lists.append(list)
            let bound = lists.contains { !$0.isEmpty } ? "y" + lists.joined(separator: "_") + "G" : ""
            found = nil
            // The runtime is slow to find nothing, and the standard library has hardly any classes.
            for kind in module == "s" ? ["V", "O", "C"] : ["C", "V", "O"] {
                let mangled = nominal + identifier + kind + bound
                if let type = TypeNames.type(mangledHereAs: mangled) {
                    nominal += identifier + kind
                    found = (mangled, type)
                    break
                }
            }
            guard found != nil else { return nil }
        }
        return found
    }

    /// Returns the mangled form of an identifier, or `nil` if it contains non-ASCII characters.
    private static func identifier(_ name: String) -> String? {
        guard let first = name.utf8.first, !first.isASCIIDigit,
            name.utf8.allSatisfy({ $0 == UInt8(ascii: "_") || $0.isASCIILetter || $0.isASCIIDigit })
        else { return nil }
        return "\(name.utf8.count)\(name)"
    }
}
