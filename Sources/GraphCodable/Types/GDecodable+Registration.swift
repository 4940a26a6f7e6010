extension GDecodable {
    /// Registers the type under its own name, which it can declare with ``GNamed``.
    ///
    /// A type that declares no name may get one without the main module and without private contexts. It does if the repository
    /// was initialized with the main module's name, or if the runtime cannot find the type. The type must then also be registered
    /// when instances are decoded. A later registration of the same name replaces an earlier one.
    public static func register() {
        GTypesRepository.shared.register(self)
    }

    /// Registers the type under a name of your choice.
    ///
    /// - Parameters:
    ///   - name: The name that new archives use, of the form that ``ArchiveName`` describes. It should never change.
    ///   - aliases: Other names that identify the type in older archives: previously chosen names, and the former name
    ///     of the class in the program, as `Module.Class`.
    /// - Throws: ``GraphCodableError/Code/misuse`` if a name has another form or already identifies another type, or if an
    ///   alias can never match.
    /// - Complexity: O(*n*) for *n* aliases.
    public static func register(as name: String, aliases: [String] = []) throws {
        try GTypesRepository.shared.register(self, as: name, aliases: aliases)
    }

    /// Registers this type and makes it replace another type when archives are decoded.
    ///
    /// - Parameter type: The type that was archived. An empty type with the old name is enough.
    /// - Throws: ``GraphCodableError/Code/misuse`` if `type` is this type itself.
    public static func replace(type: Any.Type) throws {
        try GTypesRepository.shared.replace(type, by: self)
    }
}

extension GTypesRepository {
    /// Registers a type under its own name.
    ///
    /// - Parameter isEncountered: Whether the encoder registers the type because it encountered it. Another run of the
    ///   program may not have registered it. So an asterisk replaces the main module only if the runtime finds the type
    ///   by the name without the asterisk.
    func register(_ type: any GDecodable.Type, isEncountered: Bool = false) {
        let readableName = TypeNames.readableName(of: type)
        let isConstructible = TypeNames.isConstructible(type)
        let mangledName = TypeNames.mangledName(of: type)
        let declaredName = DeclaredNames.archiveName(of: type)
        #if DEBUG
        if let namesake = declaredName.flatMap({ namesake(of: type, named: $0) }) {
            Warning.print(
                """
                \(readableName) and \(TypeNames.readableName(of: namesake)) have the same name in archives, \
                '\(declaredName ?? "")'. Give one of them another name.
                """)
        }
        #endif
        let written = WrittenTypeName(readableName)
        let mayNeedName = !isEncountered || written.map { SourceNameLookup.type($0) == type } == true
        change { state in
            mangledName.map { state.mangledTypes[$0] = type }
            // Keep a name that the program chose.
            guard state.entries[ObjectIdentifier(type)]?.chosenNames.isEmpty ?? true else { return }
            state.add(type, readableName, declaredName, needsName: !isConstructible, mayNeedName: mayNeedName)
        }
    }

    /// Returns another type that is registered, or has been encoded, under a name.
    ///
    /// The encoder refuses the second type that it encounters in a process. But each of them may be encoded in another one.
    ///
    /// - Complexity: O(*n*) for *n* registered types.
    func namesake(of type: any GDecodable.Type, named name: String) -> Any.Type? {
        state.withLock { state in
            let key = ObjectIdentifier(type)
            let registered = state.entries.first { $0.key != key && $0.value.archiveName == name }?.value.type
            return registered ?? state.declaredNames[name].flatMap { $0 == type ? nil : $0 }
        }
    }

    fileprivate func register(_ type: any GDecodable.Type, as name: String, aliases: [String]) throws {
        let readableName = TypeNames.readableName(of: type)
        if let obstacle = WrittenTypeName.obstacle(to: name, allowsArguments: true) {
            throw GraphCodableError(.misuse, "The name '\(name)' for \(readableName) \(obstacle).")
        }
        let aliases = try aliases.map { try checkedAlias($0, of: type, readableName) }
        let key = ObjectIdentifier(type)
        let mangledName = TypeNames.mangledName(of: type)
        try change { state in
            for name in [name] + aliases {
                let isFree = state.types[name].map { $0 == key } ?? state.declaredNames[name].map { $0 == type } ?? true
                try GraphCodableError.require(
                    isFree, or: .misuse,
                    "The name '\(name)' for \(readableName) is already that of another type. Choose another name.")
            }
            state.entries[key] = Entry(
                type: type, archiveName: name, stableName: state.stableName(readableName), chosenNames: [name] + aliases
            )
            mangledName.map { state.mangledTypes[$0] = type }
            for name in [name] + aliases {
                state.types[name] = key
            }
        }
    }

    /// Returns an alias without spaces, the form in which aliases are compared.
    private func checkedAlias(_ alias: String, of type: any GDecodable.Type, _ readableName: String) throws -> String {
        if let obstacle = WrittenTypeName.obstacle(to: alias, allowsArguments: true) {
            throw GraphCodableError(
                .misuse, "The alias '\(alias)' for \(readableName) can never match: it \(obstacle).")
        }
        guard let name = WrittenTypeName(alias) else { return alias }
        if let other = SourceNameLookup.type(name), other != type {
            throw GraphCodableError(
                .misuse,
                """
                The alias '\(alias)' for \(readableName) can never match, because the program still has a type of that name. \
                Rename or remove it, or call \(readableName).replace(type:) with it.
                """)
        }
        return name.description
    }

    fileprivate func replace(_ old: Any.Type, by type: any GDecodable.Type) throws {
        let oldName = TypeNames.readableName(of: old)
        try GraphCodableError.require(
            ObjectIdentifier(old) != ObjectIdentifier(type), or: .misuse,
            "\(oldName) cannot replace itself. Pass the type that was archived.")
        register(type)
        let mangledName = TypeNames.mangledName(of: old)
        let declaration = DeclaredNames.declaration(of: old)
        let names =
            Self.chosenNames(of: old) + [DeclaredNames.archiveName(of: old)].compactMap { $0 }
            + (declaration?.aliases ?? [])
        // What the new type is archived under is its own.
        let ownName = Self.archiveName(of: type)
        change { state in
            mangledName.map { state.mangledTypes[$0] = old }
            for name in names where name != ownName { state.replacedTypes[name] = old }
            let stableName = state.stableName(oldName)
            state.entries[ObjectIdentifier(old)] = nil
            state.encodedNames.remove(stableName)
            // If the types replace each other, the last call decides.
            state.replacements[ObjectIdentifier(old)] = nil
            if state.lastReplacement(of: ObjectIdentifier(type)) == ObjectIdentifier(old) {
                state.replacements[ObjectIdentifier(type)] = nil
            }
            state.replacements[ObjectIdentifier(old)] = ObjectIdentifier(type)
            state.replacedNames[stableName] = ObjectIdentifier(type)
        }
    }
}

extension GTypesRepository.State {
    /// - Parameters:
    ///   - needsName: Whether the runtime cannot find the type.
    ///   - mayNeedName: Whether the name of the type must not contain the main module's name.
    fileprivate mutating func add(
        _ type: any GDecodable.Type, _ readableName: String, _ declaredName: String?, needsName: Bool, mayNeedName: Bool
    ) {
        let name = stableName(readableName)
        let key = ObjectIdentifier(type)
        if let earlier = types[name], earlier != key {
            entries[earlier] = nil
        }
        let isStable = needsName || (mayNeedName && mainModuleName != nil && name != readableName)
        entries[key] = GTypesRepository.Entry(
            type: type, archiveName: declaredName ?? (isStable ? name : nil), stableName: name)
        types[name] = key
    }
}

// MARK: - Lookup

extension GTypesRepository.State {
    /// Returns the last of the types that replace one another; no replacements form a cycle.
    fileprivate func lastReplacement(of type: ObjectIdentifier) -> ObjectIdentifier {
        var last = type
        while let next = replacements[last] { last = next }
        return last
    }
}

extension GTypesRepository {
    /// Returns the type that a name chosen by a program identifies, which may have been replaced, or its registered replacement.
    static func type(named name: String) -> Any.Type? {
        shared.state.withLock { state in
            state.replacedTypes[name]
                ?? (state.replacedNames[name] ?? state.types[name]).flatMap {
                    state.entries[state.lastReplacement(of: $0)]?.type
                }
        }
    }

    /// Returns the registered types that have a name in an archive, or those that had it. There is one at most, unless
    /// several types declare the same alias.
    ///
    /// - Parameter charge: Called with the number of comparisons before the names of all types are compared.
    static func types(
        _ archived: TypeEntry, named name: String, _ charge: (Int) throws -> Void
    ) rethrows -> [Any.Type] {
        if let type = archived.hasProgramName ? type(named: name) ?? nativeTypesByName[name] : type(mangledAs: name) {
            return [type]
        }
        let names = archived.writtenNames
        try charge(names.count * shared.state.withLock { $0.entries.count })
        for written in names {
            let types = types { DeclaredNames.type($0, answersTo: written) }
            let own = types.filter { archiveName(of: $0) == name }
            if !types.isEmpty { return own.isEmpty ? types : own }
        }
        return []
    }

    /// Returns the registered types that a closure accepts, in an order independent of the dictionary's.
    static func types(where isIncluded: (Any.Type) -> Bool) -> [Any.Type] {
        guard generation > 0 else { return [] }
        let entries = shared.state.withLock { Array($0.entries.values) }
        return entries.filter { isIncluded($0.type) }.sorted { $0.stableName < $1.stableName }.map(\.type)
    }

    /// Returns the registered or replaced type with a mangled name, without a lookup in the program.
    static func type(mangledAs name: String) -> Any.Type? {
        func find(_ name: String) -> Any.Type? {
            nativeTypesByName[name] ?? shared.state.withLock { $0.mangledTypes[name] }
        }
        return find(name) ?? TypeNames.first(ofNamesElsewhere: name, find)
    }

    private static let nativeTypesByName: [String: Any.Type] = {
        let names = (nativeTypes + [Int128.self, UInt128.self]).flatMap {
            [(TypeNames.mangledName(of: $0), $0), (TypeNames.portableName(of: $0), $0)]
        }
        return Dictionary(
            names.compactMap { name, type in name.map { ($0, type) } }, uniquingKeysWith: { first, _ in first })
    }()

    static func replacement(of type: Any.Type) -> (any GDecodable.Type)? {
        guard generation > 0 else { return nil }
        return shared.state.withLock { state in
            let last = state.lastReplacement(of: ObjectIdentifier(type))
            return last == ObjectIdentifier(type) ? nil : state.entries[last]?.type
        }
    }
}
