/// The class that an archived class name stands for in this program.
struct ResolvedType {
    let type: any (GDecodable & AnyObject).Type
    /// The class that was archived, if another one takes its place.
    let replaced: (any GDecodable.Type)?
    /// The class that was asked for when this one was last found acceptable.
    var accepted: AnyClass?
}

/// What the name of a type was found to stand for.
struct FoundType {
    let type: any GDecodable.Type
    /// The type that was archived, if another one takes its place.
    let replaced: (any GDecodable.Type)?
}

extension ArchivedType {
    /// What it costs to ask the Swift runtime for the type.
    var lookUpCost: Int { hasProgramName ? 0 : name.map { TypeNames.lookUpCost(ofMangledName: $0) } ?? 0 }
}

extension DecodingSession {
    /// Finds the type that an archived name stands for, once for each of the directory's types.
    func findType(_ index: Int, _ name: String) throws -> FoundType {
        switch typesByIndex[index] {
        case .success(let found): return found
        case .failure(let known): throw error(known.code, known.message)
        case nil: break
        }
        do {
            let (type, replaced) = try findType(name, directory.types[index])
            let found = FoundType(type: type, replaced: replaced)
            typesByIndex[index] = .success(found)
            return found
        } catch let error as GraphCodableError {
            typesByIndex[index] = .failure(error)
            throw error
        }
    }

    /// Finds the class to instantiate for an archived type, and checks it before anything is instantiated.
    ///
    /// - Parameters:
    ///   - index: The number of the type in the directory.
    ///   - expected: The class that was asked for.
    /// - Throws: `typeMismatch` when the type is not a class, `typeNotFound`, `typeNotAllowed`, `wrongClass`.
    @inline(__always)
    func resolve(
        _ index: Int, expected: any (GDecodable & AnyObject).Type
    ) throws -> any (GDecodable & AnyObject).Type {
        let expectedClass: AnyClass = expected
        if let resolved = resolvedTypes[index], resolved.accepted == expectedClass {
            return resolved.type
        }
        return try resolveUnknown(index, expected: expected)
    }

    @inline(never)
    private func resolveUnknown(
        _ index: Int, expected: any (GDecodable & AnyObject).Type
    ) throws -> any (GDecodable & AnyObject).Type {
        let expectedClass: AnyClass = expected
        let archived = directory.types[index]
        guard archived.isReference else {
            throw error(
                .typeMismatch,
                """
                The archive holds a value of type \(archived.readableName), which was no class, where the class \
                \(TypeNames.readableName(of: expected)) was asked for. A struct that became a class cannot be decoded as one: \
                keep the struct for old archives and make the object from it.
                """)
        }
        guard let name = archived.name else {
            // Inheritance was disabled: the program's own class is used.
            return expected
        }
        var resolved = try resolvedTypes[index] ?? find(index, name, archived)
        guard Self.isSubclass(resolved.type, of: expectedClass) else {
            throw wrongClass(resolved.type, expected: expected)
        }
        resolved.accepted = expectedClass
        resolvedTypes[index] = resolved
        return resolved.type
    }

    private func find(_ index: Int, _ name: String, _ archived: ArchivedType) throws -> ResolvedType {
        let (found, replaced) = try { ($0.type, $0.replaced) }(findType(index, name))
        guard let type = found as? any (GDecodable & AnyObject).Type else {
            throw error(
                .typeNotAllowed,
                "\(TypeNames.readableName(of: found)), which stands for \(archived.readableName), is not a class.")
        }
        return ResolvedType(type: type, replaced: replaced, accepted: nil)
    }

    /// Finds the type that an archived name stands for, and the one that takes its place.
    private func findType(
        _ name: String, _ archived: ArchivedType
    ) throws -> (type: any GDecodable.Type, replaced: (any GDecodable.Type)?) {
        guard let found = try lookUp(name, archived) else {
            throw error(.typeNotFound, notFound(name, archived))
        }
        // Whether a type conforms can take long to find out when it is made of many others, but not for a class.
        guard !archived.isReference || found is AnyClass else {
            throw error(.typeNotAllowed, "The type \(archived.readableName), which should be a class, is not one.")
        }
        let registered = GTypesRepository.replacement(of: found)
        guard let decodable = registered ?? found as? any GDecodable.Type else {
            throw error(.typeNotAllowed, "The type \(archived.readableName) does not conform to GDecodable.")
        }
        let replacement = decodable.replacementType
        for case .registered in policy.allowedTypes.rules where !GTypesRepository.isRegistered(replacement) {
            throw notAllowed(archived)
        }
        return (replacement, replacement == found ? nil : found as? any GDecodable.Type)
    }

    /// The type that a name stands for, if the policy allows the name; nothing is looked up for one that it refuses.
    private func lookUp(_ name: String, _ archived: ArchivedType) throws -> Any.Type? {
        var found: Any.Type?
        for rule in policy.allowedTypes.rules {
            let allowed: Any.Type?
            switch rule {
            case .registered:
                allowed =
                    archived.hasProgramName
                    ? GTypesRepository.type(named: name) : GTypesRepository.type(mangledAs: name)
            case .list(let types):
                allowed = types[name]
            case .matching(let isAllowed):
                guard isAllowed(GraphDecodingPolicy.TypeName(archived, name: name)) else { throw notAllowed(archived) }
                continue
            }
            guard let allowed, found == nil || found == allowed else { throw notAllowed(archived) }
            found = allowed
        }
        return found ?? (archived.hasProgramName ? GTypesRepository.type(named: name) : TypeNames.type(mangledAs: name))
    }

    private func notAllowed(_ archived: ArchivedType) -> any Error {
        error(
            .typeNotAllowed,
            """
            The decoder's policy does not allow the type \(archived.readableName). Register it or add it to the policy's \
            allowedTypes if archives may have instances of it.
            """)
    }

    private func notFound(_ name: String, _ archived: ArchivedType) -> String {
        archived.hasProgramName
            ? "No type is registered under the name '\(name)', which \(archived.readableName) had."
            : """
            The program has no type \(archived.readableName). If it was renamed, keep an empty class of the old name \
            that conforms to GObsolete and names the new one as its replacementType.
            """
    }

    private static func isSubclass(_ type: AnyClass, of ancestor: AnyClass) -> Bool {
        var current: AnyClass? = type
        while let candidate = current {
            if candidate == ancestor {
                return true
            }
            current = _getSuperclass(candidate)
        }
        return false
    }
}
