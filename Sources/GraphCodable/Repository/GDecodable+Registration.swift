#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension GDecodable {
    /// Makes the type known to the repository, under its own name.
    ///
    /// If the repository was initialized with the main module's name, or if the runtime cannot find the type, instances are
    /// archived under a name without the main module and without private contexts; then the type must be registered
    /// when they are decoded, too. A later registration of the same name takes the place of an earlier one.
    public static func register() {
        GTypesRepository.shared.register(self)
    }

    /// Makes the type known to the repository, under a name of your choosing.
    ///
    /// - Parameters:
    ///   - name: The name in archives from now on. It should never change.
    ///   - aliases: Other names that stand for the type in older archives.
    /// - Throws: ``GraphCodableError/Code/misuse`` when a name is empty or stands for another type already.
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
    func register(_ type: any GDecodable.Type) {
        let readableName = TypeNames.readableName(of: type)
        let isConstructible = TypeNames.isConstructible(type)
        let mangledName = TypeNames.mangledName(of: type)
        change { state in
            mangledName.map { state.mangledTypes[$0] = type }
            // A name that the program chose stays.
            guard state.entries[ObjectIdentifier(type)] == nil else { return }
            state.add(type, readableName, isConstructible)
        }
    }

    fileprivate func register(_ type: any GDecodable.Type, as name: String, aliases: [String]) throws {
        let readableName = TypeNames.readableName(of: type)
        let key = ObjectIdentifier(type)
        let mangledName = TypeNames.mangledName(of: type)
        try change { state in
            for name in [name] + aliases {
                guard !name.isEmpty, state.types[name] == nil || state.types[name] == key else {
                    throw GraphCodableError(
                        .misuse, "The name '\(name)' for \(readableName) is empty or stands for another type already.")
                }
            }
            state.entries[key] = Entry(
                type: type, archiveName: name, stableName: state.stableName(readableName))
            mangledName.map { state.mangledTypes[$0] = type }
            for name in [name] + aliases {
                state.types[name] = key
            }
        }
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
    fileprivate mutating func add(_ type: any GDecodable.Type, _ readableName: String, _ isConstructible: Bool) {
        let name = stableName(readableName)
        let key = ObjectIdentifier(type)
        if let earlier = types[name], earlier != key {
            entries[earlier] = nil
        }
        let needsName = !isConstructible || (mainModuleName != nil && name != readableName)
        entries[key] = GTypesRepository.Entry(
            type: type, archiveName: needsName ? name : nil, stableName: name)
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
