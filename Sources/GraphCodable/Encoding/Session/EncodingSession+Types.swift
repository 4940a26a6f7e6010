extension EncodingSession {
    /// Returns what is known about a type, and determines it when the type is first encountered.
    @inline(__always)
    func encodedType(_ metatype: Any.Type, isInheritanceDisabled: Bool) -> UnsafeMutablePointer<EncodedType> {
        let key = EncodedTypeTable.key(metatype, isInheritanceDisabled: isInheritanceDisabled)
        return types.find(key) ?? addType(metatype, key, isInheritanceDisabled: isInheritanceDisabled)
    }

    @inline(never)
    private func addType(
        _ metatype: Any.Type, _ key: UInt, isInheritanceDisabled: Bool
    ) -> UnsafeMutablePointer<EncodedType> {
        GTypesRepository.record(metatype)
        let isReference = metatype is AnyObject.Type
        let adoptsIdentifiable = metatype is any GIdentifiable.Type && adoptsIdentifiable(isReference: isReference)
        let isHashable = metatype is any Hashable.Type
        let encodable = metatype as? any GEncodable.Type
        if let encodable { checkIsolation(of: encodable) }
        let isNumber = encodable?._packedKind != nil
        let mayHaveIdentity: Bool
        if options.contains(.disableIdentity) || isNumber || metatype is any StaysInPlace.Type {
            // A number is not worth a reference, and cannot be read as one.
            mayHaveIdentity = false
        } else if isReference {
            mayHaveIdentity =
                adoptsIdentifiable || options.contains(.disableAutoObjectIdentifierIdentityForReferences)
                || (isHashable && options.contains(.tryHashableIdentityAtFirst))
        } else {
            mayHaveIdentity =
                adoptsIdentifiable
                || (isHashable && !options.isDisjoint(with: [.tryHashableIdentityAtFirst, .tryHashableIdentityAtLast]))
        }
        let isBinary =
            !isReference && !isNumber && metatype is any GBinaryEncodable.Type && !(metatype is any KeepsItsForm.Type)
        let mayBeTrivialArray = (metatype as? any TrivialArray.Type)?.mayBeTrivial(in: self) == true
        let type = add(
            EncodedType(
                metatype: metatype, isInheritanceDisabled: isInheritanceDisabled, mayHaveIdentity: mayHaveIdentity,
                isBinary: isBinary, mayBeTrivialArray: mayBeTrivialArray,
                adoptsInheritance: isReference && metatype is any GInheritance.Type
                    && !options.contains(.ignoreGInheritanceProtocol)), key)
        #if DEBUG
        type.pointee.mayLoseProperties = isReference && InheritedCode.isInherited(by: metatype)
        #endif
        return type
    }

    /// Fails if a type may only be used on an actor on which this encoding does not run. The compiler lets such values through if
    /// they are in optionals or collections.
    private func checkIsolation(of type: any GEncodable.Type) {
        guard IsolatedConformance.isEncodingIsolated(type) else { return }
        hasIsolatedTypes = true
        guard !IsolatedConformance.isEncodableHere(type) else { return }
        _ = fail(
            .typeNotAllowed,
            """
            The type \(TypeNames.readableName(of: type)) is isolated to the main actor, or to another global actor, and can only be \
            encoded there. Call the encoder from code that runs on that actor, for instance in a function marked @MainActor.
            """)
    }

    /// Returns the type of an object. The decoder must be able to find it by its name, unless inheritance is disabled.
    @inline(__always)
    func classType(of object: any GEncodable & AnyObject) throws -> UnsafeMutablePointer<EncodedType> {
        let metatype: Any.Type = type(of: object)
        let isDisabled = options.contains(.disableInheritance)
        let type = encodedType(metatype, isInheritanceDisabled: isDisabled)
        if type.pointee.isConstructible {
            return type
        }
        return try checkedClassType(of: object, type)
    }

    @inline(never)
    private func checkedClassType(
        of object: any GEncodable & AnyObject, _ type: UnsafeMutablePointer<EncodedType>
    ) throws -> UnsafeMutablePointer<EncodedType> {
        if type.pointee.isInheritanceDisabled {
            type.pointee.isConstructible = true
            return type
        }
        if type.pointee.adoptsInheritance, let object = object as? any GInheritance,
            try callUserCode({ object.disableInheritance })
        {
            let disabled = encodedType(type.pointee.metatype, isInheritanceDisabled: true)
            disabled.pointee.isConstructible = true
            return disabled
        }
        try checkName(of: type.pointee.metatype)
        // If each instance decides about inheritance, check each instance.
        type.pointee.isConstructible = !type.pointee.adoptsInheritance
        return type
    }

    /// Throws an error if the name of a type, or the one by which it is found if that is stored, is longer than readers
    /// accept.
    func checkNameLength(of type: EncodedType, isNamed: Bool) throws {
        let entry = type.entry(isNamed: isNamed)
        let readable = entry.readableName
        let length = max(readable.utf8.count, entry.name?.utf8.count ?? 0)
        try require(
            length <= policy.maximumTypeNameLength, .limitExceeded,
            """
            The name of the type \(readable.prefix(64))… has \(length) bytes, more than the \
            \(policy.maximumTypeNameLength) of maximumTypeNameLength in the encoder's policy. Give the type, or those that it is made of, \
            shorter names.
            """)
    }

    /// Checks that a type can be found by name when it is decoded, and that no other type has the same name.
    func checkName(of metatype: Any.Type) throws {
        try require(
            GTypesRepository.registeredName(of: metatype) != nil || TypeNames.isConstructible(metatype),
            .typeNotConstructible,
            """
            The type \(TypeNames.readableName(of: metatype)) cannot be found by its name when it is decoded, because \
            \(TypeNames.obstacle(toFinding: metatype)). \
            \(TypeNames.isHidden(metatype) ? "Make it internal or public, or call" : "Call") its \
            register(as:) when the program starts, or, if it is a class, disable its inheritance with GInheritance.
            """)
        if let problem = DeclaredNames.problem(of: metatype) {
            throw fail(.misuse, problem)
        }
        if let name = GTypesRepository.archiveName(of: metatype),
            let other = GTypesRepository.claim(name, for: metatype)
        {
            throw fail(
                .misuse,
                """
                \(TypeNames.readableName(of: metatype)) and \(TypeNames.readableName(of: other)) have the same name in archives, \
                '\(name)'. Give one of them another name.
                """)
        }
    }
}
