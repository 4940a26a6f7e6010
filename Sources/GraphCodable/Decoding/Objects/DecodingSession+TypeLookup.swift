/// The class of this program that an archived class name identifies.
struct ResolvedType {
    let type: any (GDecodable & AnyObject).Type
    /// The class that was archived, if another one has replaced it.
    let replaced: (any GDecodable.Type)?
    /// The class that was requested when this one was last accepted.
    var accepted: AnyClass?
    let hasCompletion: Bool
    let keepsUnknown: Bool

    init(type: any (GDecodable & AnyObject).Type, replaced: (any GDecodable.Type)?) {
        (self.type, self.replaced) = (type, replaced)
        (hasCompletion, keepsUnknown) = (type is any GDecodeCompletion.Type, type is any GKeepsUnknown.Type)
    }
}

/// The type that an archived name identifies.
struct FoundType {
    let type: any GDecodable.Type
    /// The type that was archived, if another one has replaced it.
    let replaced: (any GDecodable.Type)?
    /// Whether the runtime must not convert values to objects; see ``BridgedTypes``.
    let isBridged: Bool
}

struct TypeSearch: Hashable {
    /// The number of the type in the directory.
    let index: Int
    /// The module of the requested class, if any.
    let module: String?
}

extension TypeEntry {
    /// The cost of looking up the type in the Swift runtime.
    var lookUpCost: Int {
        guard let name else { return 0 }
        return hasProgramName ? 100 : TypeNames.lookUpCost(ofMangledName: name)
    }
}

extension DecodingSession {
    /// Returns the type that an archived name identifies, by preference the requested class. The result is cached for each
    /// type in the directory.
    func findType(_ index: Int, _ name: String, expected: Any.Type? = nil) throws -> FoundType {
        let archived = directory.types[index]
        switch typesByIndex[index] {
        case .success(let found): return found
        case .failure(let known): throw error(known.code, known.message)
        case nil: break
        }
        func search() -> TypeSearch { TypeSearch(index: index, module: expected.flatMap(Self.module)) }
        if !notes.vainSearches.isEmpty, let known = notes.vainSearches[search()],
            !(expected.map { Self.answers($0, to: archived) } ?? false)
        {
            throw error(known.code, known.message)
        }
        do {
            let found = try findType(name, archived, expected: expected)
            typesByIndex[index] = .success(found)
            return found
        } catch let error as GraphCodableError {
            switch error.code {
            case .typeNotAllowed: typesByIndex[index] = .failure(error)
            case .typeNotFound, .misuse: (notes.vainSearches[search()], hasNotes) = (error, true)
            default: break
            }
            throw error
        }
    }

    /// The module of a requested class, in which a type may be that has moved.
    private static func module(of type: Any.Type) -> String? {
        WrittenTypeName(TypeNames.readableName(of: type))?.parts.first?.name
    }

    /// Returns the class to instantiate for an archived type, after checking it against the requested one. Throws
    /// `typeMismatch` if the type is not a class, `typeNotFound`, `typeNotAllowed` or `wrongClass`.
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
            throw namedRootsError()
                ?? error(
                    .typeMismatch,
                    """
                    The archive holds a value of type \(archived.readableName), which was not a class, where the class \
                    \(TypeNames.readableName(of: expected)) was expected. A struct that became a class cannot be decoded as one: \
                    keep the struct for old archives and make the object from it.
                    """)
        }
        guard let name = archived.name else {
            // Inheritance was disabled, so use the program's own class.
            hasCompletions = hasCompletions || expected is any GDecodeCompletion.Type
            hasKeepers = hasKeepers || expected is any GKeepsUnknown.Type
            return expected
        }
        var resolved = try resolvedTypes[index] ?? find(index, name, archived, expected: expected)
        guard isSubclass(resolved.type, of: expectedClass) else {
            throw wrongClass(resolved.type, expected: expected, at: state.pointee.cursor)
        }
        resolved.accepted = expectedClass
        resolvedTypes[index] = resolved
        return resolved.type
    }

    private func find(
        _ index: Int, _ name: String, _ archived: TypeEntry, expected: Any.Type
    ) throws -> ResolvedType {
        let found = try findType(index, name, expected: expected)
        guard let type = found.type as? any (GDecodable & AnyObject).Type else {
            throw error(
                .typeNotAllowed,
                "\(TypeNames.readableName(of: found.type)), which replaces \(archived.readableName), is not a class.")
        }
        let resolved = ResolvedType(type: type, replaced: found.replaced)
        hasCompletions = hasCompletions || resolved.hasCompletion
        hasKeepers = hasKeepers || resolved.keepsUnknown
        return resolved
    }

    /// Returns the type that an archived name identifies, or the type that replaces it.
    private func findType(_ name: String, _ archived: TypeEntry, expected: Any.Type?) throws -> FoundType {
        guard let found = try lookUp(name, archived, expected: expected) else {
            throw error(.typeNotFound, try notFound(name, archived))
        }
        // Checking the conformance of a type that consists of many others can take long, but not that of a class.
        try require(
            !archived.isReference || found is AnyClass, .typeNotAllowed,
            "The type \(archived.readableName), which should be a class, is not one.")
        let registered = GTypesRepository.replacement(of: found)
        guard let decodable = registered ?? found as? any GDecodable.Type else {
            throw error(
                .typeNotAllowed,
                "The type \(archived.readableName) does not conform to GDecodable. Let it conform, or replace(type:) it."
            )
        }
        try checkIsolation(of: decodable)
        let replacement = decodable.replacementType
        try checkIsolation(of: replacement)
        for case .registered in policy.allowedTypes.rules where !GTypesRepository.isRegistered(replacement) {
            throw notAllowed(archived)
        }
        return FoundType(
            type: replacement, replaced: replacement == found ? nil : found as? any GDecodable.Type,
            isBridged: BridgedTypes.areBridged(replacement))
    }

    /// Throws an error if a type may only be instantiated on an actor on which this decoding does not run.
    private func checkIsolation(of type: any GDecodable.Type) throws {
        guard IsolatedConformance.isPossible(type) else { return }
        // The next decoding may run elsewhere.
        repositoryGeneration = nil
        try require(
            IsolatedConformance.holdsHere(type), .typeNotAllowed,
            """
            The type \(TypeNames.readableName(of: type)) is isolated to the main actor, or to another global actor, and can \
            only be decoded there. Call the decoder from code that runs on that actor, for instance in a function marked \
            @MainActor.
            """)
    }

    /// Returns the type that a name identifies, if the policy allows the name. A refused name is not looked up.
    private func lookUp(_ name: String, _ archived: TypeEntry, expected: Any.Type?) throws -> Any.Type? {
        var found: Any.Type?
        for rule in policy.allowedTypes.rules {
            let allowed: Any.Type?
            switch rule {
            case .registered:
                allowed = try registered(name, archived)
            case .list(let types):
                allowed =
                    try types[name] ?? TypeNames.first(ofNamesElsewhere: name) { types[$0] }
                    ?? listed(types, archived)
            case .matching(let isAllowed):
                guard isAllowed(GraphDecodingPolicy.TypeName(archived, name: name)) else { throw notAllowed(archived) }
                continue
            }
            guard let allowed, found == nil || found == allowed else { throw notAllowed(archived) }
            found = allowed
        }
        if let found {
            return found
        }
        if let expected, Self.answers(expected, to: archived) {
            if let problem = DeclaredNames.problem(of: expected) {
                throw error(.misuse, problem)
            }
            return expected
        }
        return try registered(name, archived) ?? type(mangledAs: name, archived)
            ?? findMoved(archived, expected: expected)
    }

    private func registered(_ name: String, _ archived: TypeEntry) throws -> Any.Type? {
        try only(GTypesRepository.types(archived, named: name, chargeNames), archived)
    }

    private func listed(_ types: [String: any GDecodable.Type], _ archived: TypeEntry) throws -> Any.Type? {
        let names = archived.writtenNames
        try chargeNames(names.count * types.count)
        let found = types.values.filter { type in names.contains { DeclaredNames.type(type, answersTo: $0) } }
        return try only(found, archived)
    }

    /// Charges for comparisons of archived names with those of types: an archive can have many names in vain.
    private func chargeNames(_ comparisonCount: Int) throws {
        try _reader.charge(DecodingCost.nameComparison.multipliedClamped(by: comparisonCount))
    }

    /// Returns the type with a mangled name. Throws `typeNotAllowed` if the policy may have allowed it because of a readable
    /// name, which is not its own.
    private func type(mangledAs name: String, _ archived: TypeEntry) throws -> Any.Type? {
        guard !archived.hasProgramName, let type = TypeNames.type(mangledAs: name) else { return nil }
        guard policy.allowedTypes.rules.isEmpty || archived.writtenNames.isEmpty || Self.answers(type, to: archived)
        else {
            throw notAllowed(archived)
        }
        return type
    }

    private func only(_ types: [Any.Type], _ archived: TypeEntry) throws -> Any.Type? {
        // A list has a type under each of its names.
        guard Set(types.map { ObjectIdentifier($0) }).count < 2 else {
            let names = types.map(TypeNames.readableName).sorted().joined(separator: " and ")
            throw error(
                .misuse,
                "\(names) have the same alias, the name of \(archived.readableName) in the archive. Keep it in one of them."
            )
        }
        return types.first
    }

    static func answers(_ type: Any.Type, to archived: TypeEntry) -> Bool {
        archived.writtenNames.contains { DeclaredNames.type(type, answersTo: $0) }
    }

    /// Returns a type that has or had an archived name, and is in the program under its former readable name, possibly
    /// in the module of the requested class.
    private func findMoved(_ archived: TypeEntry, expected: Any.Type?) throws -> Any.Type? {
        guard let name = archived.writtenNames.first, let written = archived.writtenReadableName else { return nil }
        if archived.hasAsterisk, GTypesRepository.isInitialized {
            if let type = SourceNameLookup.type(name) { return type }
            try _reader.charge(MovedTypeFinder.cost(of: name))
        }
        if let type = MovedTypeFinder.find(name, called: written, module: expected.flatMap(Self.module)) {
            return type
        }
        // For a search without a result, the runtime checks every type of the program.
        try _reader.charge(MovedTypeFinder.cost(of: written))
        return nil
    }

    private func notAllowed(_ archived: TypeEntry) -> any Error {
        let isRegisteringEnough = policy.allowedTypes.rules.allSatisfy { rule in
            if case .registered = rule { true } else { false }
        }
        return error(
            .typeNotAllowed,
            """
            The decoder's policy does not allow the type \(archived.readableName). \
            \(isRegisteringEnough ? "Register it or add" : "Add") it to the policy's allowedTypes if archives may have \
            instances of it.
            """)
    }

    /// Returns the innermost generic argument of a type that the program does not have, without arguments of its own.
    private func missingArgument(of type: WrittenTypeName) throws -> String? {
        try _reader.charge(MovedTypeFinder.cost(of: type))
        let missing = type.arguments.first { MovedTypeFinder.find($0, called: $0, module: nil) == nil }
        guard let missing else { return nil }
        if let inner = try missingArgument(of: missing) { return inner }
        // A tuple, for example, has another name in each program.
        return WrittenTypeName.obstacle(to: missing.path, allowsArguments: false) == nil ? missing.path : nil
    }

    private func notFound(_ name: String, _ archived: TypeEntry) throws -> String {
        guard archived.hasProgramName else {
            let written = WrittenTypeName(archived.readableName)
            let missing = try written.flatMap(missingArgument)
            // An alias has no generic arguments.
            let alias = missing ?? written?.path ?? archived.readableName
            return """
                The program has no type \(archived.readableName)\(missing.map { ", because it has no \($0)" } ?? ""). If \
                \(missing == nil ? "it" : "that") was renamed or moved, let the type conform to GNamed, with '\(alias)' among the \
                aliases of its archiveName, or write @GCodable(name:aliases:), and call its register().
                """
        }
        if archived.hasAsterisk, !GTypesRepository.isInitialized {
            return """
                No type is registered under the name '\(name)', which \(archived.readableName) had in a program that called \
                GTypesRepository.initialize(). Call GTypesRepository.initialize() in the main module before decoding, and then \
                register the type if it is private.
                """
        }
        guard !archived.hasAsterisk else {
            return """
                The program's main module, for which the asterisk stands, has no type '\(name)', which \(archived.readableName) had. \
                If it was renamed or moved, let the type conform to GNamed, with '\(archived.readableName)' among the aliases of its \
                archiveName, or write @GCodable(name:aliases:), and call its register().
                """
        }
        return """
            No type of the program is known by the name '\(name)', which \(archived.readableName) had. Call register() of the type \
            that has this name, as its archiveName or among its aliases (with the macro, in @GCodable(name:aliases:)).
            """
    }
}

extension GraphDecodingPolicy.TypeName {
    init(_ type: TypeEntry, name: String) {
        self.init(
            name: name, isChosen: type.hasProgramName, readableName: type.readableName, isClass: type.isReference)
    }
}
