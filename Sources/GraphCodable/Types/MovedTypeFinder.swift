/// Finds types that have their own names in archives, or that were moved to another module.
enum MovedTypeFinder {
    /// Returns the type that has or had a name.
    ///
    /// It tries the readable name at the time of archiving, which has as many generic arguments, and the same name in another
    /// module. If a registered type has the name, it tries the readable name of that type with the archived generic arguments.
    /// The type that is found must have or have had the name, so that an archive cannot name any other type.
    static func find(_ name: WrittenTypeName, called readable: WrittenTypeName, module: String?) -> Any.Type? {
        if !readable.isGeneric, let type = registered(name.path, hasArguments: false) {
            return type
        }
        guard let arguments = findArguments(name, readable, module) else { return nil }
        var candidates = [readable]
        if let module {
            candidates.append(readable.moved(toModule: module))
        }
        if let type = registered(name.path, hasArguments: true),
            let generic = TypeNames.genericName(of: type)?.name
        {
            candidates.append(generic)
        }
        for candidate in candidates {
            if let candidate = candidate.replacingArguments(by: arguments), let type = SourceNameLookup.type(candidate),
                DeclaredNames.type(type, answersTo: name)
            {
                return type
            }
        }
        return nil
    }

    /// Returns the cost of a search without a result, in the units of ``GraphDecodingPolicy/maximumCostPerByte``.
    static func cost(of readable: WrittenTypeName) -> Int {
        SourceNameLookup.questionCount(readable).multipliedClamped(by: 3 * 7_500)
    }

    /// Returns the names in this program of a type's generic arguments.
    private static func findArguments(
        _ name: WrittenTypeName, _ readable: WrittenTypeName, _ module: String?
    ) -> [WrittenTypeName]? {
        let (names, readables) = (name.arguments, readable.arguments)
        guard names.count == readables.count else { return nil }
        var found: [WrittenTypeName] = []
        for (name, readable) in zip(names, readables) {
            guard let type = find(name, called: readable, module: module),
                let written = WrittenTypeName(TypeNames.readableName(of: type))
            else { return nil }
            found.append(written)
        }
        return found
    }

    /// Returns a registered type that has or had a name, without generic arguments.
    private static func registered(_ path: String, hasArguments: Bool) -> Any.Type? {
        GTypesRepository.types { type in
            (TypeNames.genericName(of: type) != nil) == hasArguments && DeclaredNames.isPath(path, of: type)
        }.first
    }
}
