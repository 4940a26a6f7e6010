#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension GDecodable {
    /// Makes the type known to the repository, under its own name, which it may declare with ``GNamed``.
    ///
    /// If the type declares none, and the repository was initialized with the main module's name, or if the runtime cannot find the type, instances are
    /// archived under a name without the main module and without private contexts; then the type must be registered
    /// when they are decoded, too. A later registration of the same name takes the place of an earlier one.
    public static func register() {
        GTypesRepository.shared.register(self)
    }

    /// Makes the type known to the repository, under a name of your choosing.
    ///
    /// - Parameters:
    ///   - name: The name in archives from now on. It should never change.
    ///   - aliases: Other names that stand for the type in older archives: names that were chosen earlier, and
    ///     `Module.Class` as the class was called in the program.
    /// - Throws: ``GraphCodableError/Code/misuse`` when a name is empty or stands for another type already, and when an alias
    ///   can never match.
    public static func register(as name: String, aliases: [String] = []) throws {
        try GTypesRepository.shared.register(self, as: name, aliases: aliases)
    }

    /// Lets this type take the place of another one when archives are decoded, and registers it.
    ///
    /// - Parameter type: The type that was archived: an empty one of the old name will do.
    /// - Throws: ``GraphCodableError/Code/misuse`` when that is this type itself.
    public static func replace(type: Any.Type) throws {
        try GTypesRepository.shared.replace(type, by: self)
    }
}

extension GTypesRepository {
    /// Registers a type under its own name.
    ///
    /// - Parameter isEncountered: Whether the encoder does so, for a type that has been encountered. It keeps the name that archives have
    ///   without registration, if there is one: another run of the program may not have registered the type.
    func register(_ type: any GDecodable.Type, isEncountered: Bool = false) {
        let readableName = TypeNames.readableName(of: type)
        let isConstructible = TypeNames.isConstructible(type)
        let mangledName = TypeNames.mangledName(of: type)
        let declaredName = DeclaredNames.archiveName(of: type)
        change { state in
            mangledName.map { state.mangledTypes[$0] = type }
            // A name that the program chose stays.
            guard state.entries[ObjectIdentifier(type)]?.chosenNames.isEmpty ?? true else { return }
            state.add(type, readableName, declaredName, needsName: !isConstructible, mayNeedName: !isEncountered)
        }
    }

    fileprivate func register(_ type: any GDecodable.Type, as name: String, aliases: [String]) throws {
        let readableName = TypeNames.readableName(of: type)
        let aliases = try aliases.map { try checkedAlias($0, of: type, readableName) }
        let key = ObjectIdentifier(type)
        let mangledName = TypeNames.mangledName(of: type)
        try change { state in
            for name in [name] + aliases {
                let isFree = state.types[name].map { $0 == key } ?? state.declaredNames[name].map { $0 == type } ?? true
                guard !name.isEmpty, isFree else {
                    throw GraphCodableError(
                        .misuse, "The name '\(name)' for \(readableName) is empty or stands for another type already.")
                }
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

    /// An alias as it is compared, without spaces.
    private func checkedAlias(_ alias: String, of type: any GDecodable.Type, _ readableName: String) throws -> String {
        if let obstacle = WrittenTypeName.obstacle(to: alias, allowsArguments: true) {
            throw GraphCodableError(
                .misuse, "The alias '\(alias)' for \(readableName) can never match: it \(obstacle).")
        }
        guard let name = WrittenTypeName(alias) else { return alias }
        if let other = TypeFinder.type(name), other != type {
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
        guard ObjectIdentifier(old) != ObjectIdentifier(type) else {
            throw GraphCodableError(.misuse, "\(oldName) cannot take the place of itself.")
        }
        register(type)
        let mangledName = TypeNames.mangledName(of: old)
        change { state in
            mangledName.map { state.mangledTypes[$0] = old }
            let stableName = state.stableName(oldName)
            state.entries[ObjectIdentifier(old)] = nil
            state.encodedNames.remove(stableName)
            state.replacements[ObjectIdentifier(old)] = ObjectIdentifier(type)
            state.replacedNames[stableName] = ObjectIdentifier(type)
        }
    }
}

extension GTypesRepository.State {
    /// - Parameters:
    ///   - needsName: Whether the runtime does not find the type.
    ///   - mayNeedName: Whether the main module's name must not be in that of the type.
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

// MARK: - Looking up

extension GTypesRepository {
    /// What a name that a program chose stands for, and the type that was registered in place of it.
    static func type(named name: String) -> (any GDecodable.Type)? {
        shared.state.withLock { state in
            (state.replacedNames[name] ?? state.types[name]).flatMap { state.entries[$0]?.type }
        }
    }

    /// The registered type that has a name, or had it.
    ///
    /// - Parameters:
    ///   - archived: What an archive says of the type.
    ///   - name: The name in the archive.
    static func type(_ archived: ArchivedType, named name: String) -> Any.Type? {
        if let type = archived.hasProgramName ? type(named: name) : type(mangledAs: name) {
            return type
        }
        return archived.writtenName.flatMap { written in
            types { DeclaredNames.type($0, answersTo: written) }.first
        }
    }

    /// The registered types that a closure accepts, in an order that does not depend on a dictionary's.
    static func types(where isIncluded: (Any.Type) -> Bool) -> [Any.Type] {
        guard generation > 0 else { return [] }
        let entries = shared.state.withLock { Array($0.entries.values) }
        return entries.filter { isIncluded($0.type) }.sorted { $0.stableName < $1.stableName }.map(\.type)
    }

    /// The registered or replaced type that has a mangled name. Nothing is looked up in the program.
    static func type(mangledAs name: String) -> Any.Type? {
        nativeTypes[name] ?? shared.state.withLock { $0.mangledTypes[name] }
    }

    /// Numbers, strings and data, by their mangled names.
    private static let nativeTypes: [String: Any.Type] = {
        let types: [any GDecodable.Type] = [
            Bool.self, Data.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
            Int128.self, String.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt128.self,
        ]
        return Dictionary(
            types.compactMap { type in TypeNames.mangledName(of: type).map { ($0, type) } },
            uniquingKeysWith: { first, _ in first })
    }()

    /// The type that was registered to take the place of another one.
    static func replacement(of type: Any.Type) -> (any GDecodable.Type)? {
        guard generation > 0 else { return nil }
        return shared.state.withLock { state in
            state.replacements[ObjectIdentifier(type)].flatMap { state.entries[$0]?.type }
        }
    }
}
