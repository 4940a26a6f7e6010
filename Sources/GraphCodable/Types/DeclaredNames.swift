/// The names that types declare with ``GNamed``, and the names of generic types that result from them.
enum DeclaredNames {
    /// Returns the name that a type itself declares, or `nil` if it only inherits a declaration.
    ///
    /// The result is not cached, because a conformance that is isolated to an actor is not found outside that actor.
    static func declaration(of type: Any.Type) -> ArchiveName? {
        guard let name = (type as? any GNamed.Type)?.archiveName else { return nil }
        let superclass = (type as? AnyClass).flatMap { _getSuperclass($0) } as? any GNamed.Type
        return superclass?.archiveName.name == name.name ? nil : name
    }

    /// Returns the archive name that results from the names that a type and its generic arguments declare, or that the
    /// program has chosen for them.
    ///
    /// - Returns: The name, or `nil` if neither the type nor an argument has such a name.
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
        // The generic arguments of enclosing types also follow the name.
        return isNamed ? (own ?? generic.name.path) + WrittenTypeName.list(arguments) : nil
    }

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

    static func isPath(_ path: String, of type: Any.Type) -> Bool {
        if (TypeNames.genericName(of: type)?.name.path ?? TypeNames.readableName(of: type)) == path
            || GTypesRepository.chosenNames(of: type).contains(path)
        {
            return true
        }
        guard let declaration = declaration(of: type) else { return false }
        return declaration.name == path || declaration.aliases.contains(path)
    }

    /// Returns another class that is archived under its Swift name, if that is the name which a type has chosen: a decoder
    /// could not tell their objects apart.
    static func namesake(of type: Any.Type, _ name: String) -> Any.Type? {
        guard name.utf8.contains(UInt8(ascii: ".")), let written = WrittenTypeName(name),
            let other = SourceNameLookup.type(written) as? any (GEncodable & AnyObject).Type, other != type,
            GTypesRepository.archiveName(of: other) == nil, GTypesRepository.replacement(of: other) == nil,
            (other as? any GDecodable.Type).map({ $0.replacementType == other }) ?? true
        else { return nil }
        return other
    }

    /// Returns a sentence that describes the problem with the names that a type declares, if any.
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
