/// Finds types that are known in archives by names of their own, or were moved to another module.
enum MovedTypeFinder {
    /// The type that answers to a name.
    ///
    /// What is tried: its readable name when it was archived; the same in another module; and where a registered
    /// type has that name, its readable name, with the other's generic arguments. The type that is found must answer to the
    /// name, so that an archive can name no other.
    ///
    /// - Parameters:
    ///   - name: The name in the archive.
    ///   - readable: The readable name when it was archived, which has as many generic arguments.
    ///   - module: The other module.
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
            if let candidate = candidate.replacingArguments(by: arguments), let type = TypeFinder.type(candidate),
                DeclaredNames.type(type, answersTo: name)
            {
                return type
            }
        }
        return nil
    }

    /// What it costs to find nothing, in the units of ``GraphDecodingPolicy/maximumCostPerByte``.
    static func cost(of readable: WrittenTypeName) -> Int {
        TypeFinder.questionCount(readable).multipliedClamped(by: 3 * 7_500)
    }

    /// The names in this program of a type's generic arguments.
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

    /// A registered type whose name without generic arguments is, or was, a given one.
    private static func registered(_ path: String, hasArguments: Bool) -> Any.Type? {
        GTypesRepository.types { type in
            (TypeNames.genericName(of: type) != nil) == hasArguments && DeclaredNames.isPath(path, of: type)
        }.first
    }
}
