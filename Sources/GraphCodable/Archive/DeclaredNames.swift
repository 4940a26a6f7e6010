/// The names that types declare with ``GNamed``, and what they make of the names of generic types.
enum DeclaredNames {
    /// What a type itself declares; `nil` when it only inherits a declaration.
    ///
    /// Not kept: a conformance that is isolated to an actor is not found from elsewhere.
    static func declaration(of type: Any.Type) -> ArchiveName? {
        guard let name = (type as? any GNamed.Type)?.archiveName else { return nil }
        let superclass = (type as? AnyClass).flatMap { _getSuperclass($0) } as? any GNamed.Type
        return superclass?.archiveName.name == name.name ? nil : name
    }

    /// The name in archives that a type and its generic arguments declare, or that the program has chosen for them.
    ///
    /// - Returns: `nil` when neither the type nor an argument has such a name.
    static func archiveName(of type: Any.Type) -> String? {
        let own = declaration(of: type)?.name
        guard let generic = TypeNames.genericName(of: type) else { return own }
        var isNamed = own != nil
        let arguments = zip(generic.name.arguments, generic.arguments).map { argument, type in
            guard let type, let name = GTypesRepository.chosenNames(of: type).first ?? archiveName(of: type) else {
                return argument.description
            }
            isNamed = true
            return name
        }
        // The arguments of the types around the type stand behind its name, too.
        return isNamed ? (own ?? generic.name.path) + WrittenTypeName.list(arguments) : nil
    }

    /// Whether a type has a name, or had it.
    static func type(_ type: Any.Type, answersTo name: WrittenTypeName) -> Bool {
        if GTypesRepository.chosenNames(of: type).contains(name.description) {
            return true
        }
        let generic = TypeNames.genericName(of: type)
        let arguments = generic.map { Array(zip($0.name.arguments, $0.arguments)) } ?? []
        guard arguments.count == name.arguments.count, isPath(name.path, of: type) else { return false }
        return zip(arguments, name.arguments).allSatisfy { own, archived in
            own.0 == archived || own.1.map { Self.type($0, answersTo: archived) } ?? false
        }
    }

    /// Whether a type's name without generic arguments is, or was, a given one.
    static func isPath(_ path: String, of type: Any.Type) -> Bool {
        if (TypeNames.genericName(of: type)?.name.path ?? TypeNames.readableName(of: type)) == path
            || GTypesRepository.chosenNames(of: type).contains(path)
        {
            return true
        }
        guard let declaration = declaration(of: type) else { return false }
        return declaration.name == path || declaration.aliases.contains(path)
    }

    /// What is wrong with the names that a type declares, if something is: a whole sentence.
    static func problem(of type: Any.Type) -> String? {
        guard let declaration = declaration(of: type) else { return nil }
        let readable = TypeNames.readableName(of: type)
        if let obstacle = WrittenTypeName.obstacle(to: declaration.name, allowsArguments: false) {
            return "The archiveName '\(declaration.name)' of \(readable) \(obstacle)."
        }
        for alias in declaration.aliases {
            if let obstacle = WrittenTypeName.obstacle(to: alias, allowsArguments: false) {
                return "The alias '\(alias)' of \(readable) can never match: it \(obstacle)."
            }
        }
        return nil
    }
}
