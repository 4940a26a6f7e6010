/// An archive from which an encoding takes something.
struct WrittenSource {
    /// The archive, if references of an open file are written.
    var archive: OpenArchive?
    /// What copies its records, once one is copied.
    var copier: RecordCopier?
}

extension EncodingSession {
    /// Writes a reference to an object of an open file that has not been loaded, without loading it.
    ///
    /// - Returns: `false` if the object has to be loaded, because the program's types decide what is written: in canonical order,
    ///   for a dump, and if identity or inheritance are not archived as usual.
    func encodeUnloaded(_ id: UInt32, of archive: OpenArchive, isConditional: Bool) throws -> Bool {
        guard options.isSubset(of: [.printWarnings, .checkIdentifiableContents]), binaryDescriptions == nil else {
            return false
        }
        try copier(of: archive).writeReference(to: id, isConditional: isConditional)
        return true
    }

    /// Returns what copies records of an archive, the same for the whole encoding.
    func copier(of source: any RecordSource) throws -> RecordCopier {
        if let known = sources[ObjectIdentifier(source)]?.copier { return known }
        try source.checkMayBeCopied()
        let copier = RecordCopier(self, source)
        source.begin(copier)
        sources[ObjectIdentifier(source), default: WrittenSource()].copier = copier
        return copier
    }

    /// Writes a reference to an object, after noting those that the program has loaded since copied records referred to them.
    @inline(never)
    func encodeReferenceAfterLoad(_ object: any GEncodable & AnyObject, isConditional: Bool) throws {
        for late in loadedLate {
            let address = UInt(bitPattern: Unmanaged.passUnretained(late.object).toOpaque())
            _ = objects.slot(for: address, newID: late.id, isQueued: late.isQueued)
            onlyConditional.append(late.object)
        }
        loadedLate.removeAll()
        try encodeReference(object, isConditional: isConditional)
    }

    /// Writes the contents of a record that is copied, or of its object if the program has loaded that meanwhile.
    @inline(never)
    func encodeCopied(_ entry: QueuedObject) throws {
        let copier = unsafeDowncast(entry.object.takeUnretainedValue(), to: RecordCopier.self)
        guard let object = copier.loadedObject(entry.copiedID) else { return try copier.copy(entry.copiedID) }
        let reference = Unmanaged.passUnretained(object as AnyObject)
        try encodeBody(of: QueuedObject(object: reference, type: classType(of: object), id: entry.id))
        withExtendedLifetime(object) {}
    }

    /// The key of the slot that was begun last, as the string that is recognized there, unless the composite is open.
    var keyOfSlot: String? { currentNode(of: state.pointee.frame).pointee.key }

    // MARK: Types

    /// Returns the type of copied composites. If the program's own values have this type, it is the same one.
    func copiedType(_ archived: TypeEntry) throws -> UnsafeMutablePointer<EncodedType> {
        if copiedTypes == nil {
            copiedTypes = [:]
            types.all.forEach { nameType($0) }
        }
        let key = TypeKey(archived)
        if let known = copiedTypes?[key] { return known }
        let type = types.add(EncodedType(archived))
        copiedTypes?[key] = type
        try checkNameLength(of: type.pointee, isNamed: archived.name != nil)
        return type
    }

    /// Adds a type of the program that is used for the first time. Copied values may have its name already.
    func add(_ type: EncodedType, _ key: UInt) -> UnsafeMutablePointer<EncodedType> {
        guard let copiedTypes else { return types.insert(key, type) }
        let known = TypeKey.keys(of: type).lazy.compactMap { copiedTypes[$0] }.first { $0.pointee.archived != nil }
        guard let known else {
            let added = types.insert(key, type)
            nameType(added)
            return added
        }
        known.pointee = type.adoptingState(of: known.pointee)
        types.insert(key, known)
        nameType(known)
        return known
    }

    private func nameType(_ type: UnsafeMutablePointer<EncodedType>) {
        for key in TypeKey.keys(of: type.pointee) where copiedTypes?[key] == nil {
            copiedTypes?[key] = type
        }
    }
}

/// What makes a type of an archive the same as one of another archive, or of the program.
struct TypeKey: Hashable {
    private let name: ExactText
    private let version: UInt32
    private let isReference: Bool
    private let isProgramName: Bool
    /// Whether `name` is the name by which the type is found. Otherwise it is the readable one.
    private let isNamed: Bool

    init(_ type: TypeEntry) {
        name = ExactText(type.name ?? type.readableName)
        (version, isReference, isProgramName) = (type.version, type.isReference, type.hasProgramName)
        isNamed = type.name != nil
    }

    /// Returns the keys of a type. That of a value has a name in some archives only.
    static func keys(of type: EncodedType) -> [TypeKey] {
        let named = type.entry(isNamed: !type.isInheritanceDisabled)
        return [TypeKey(named)] + (type.isReference ? [] : [TypeKey(type.entry(isNamed: false))])
    }
}
