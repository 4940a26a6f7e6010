/// A session's knowledge of one type that it encodes. It has a fixed address and belongs to an ``EncodedTypeTable``.
@usableFromInline
struct EncodedType {
    /// The program's type. It means nothing for values that are copied from an archive, as long as ``archived`` is there.
    let metatype: Any.Type
    /// The type in the archive from which values are copied. The program may not have it.
    let archived: TypeEntry?
    /// Whether instances are archived without their class.
    let isInheritanceDisabled: Bool
    let isReference: Bool
    /// Whether values may have an identity (other than their own, for class instances).
    let mayHaveIdentity: Bool
    /// Whether values write themselves as bytes.
    let isBinary: Bool
    /// Whether this is an array whose elements may be archived as their memory.
    let mayBeTrivialArray: Bool
    /// For such an array the layout of the elements, found when the first is encoded. It is empty if they write themselves.
    var layout: Bytes?
    /// Whether the form in the archive depends on the value.
    let needsValue: Bool
    /// Whether each instance decides about inheritance.
    let adoptsInheritance: Bool
    /// Whether values may have fields that the type does not know.
    let keepsUnknown: Bool
    /// The class with which to call `encode(to:)` of its instances, or `nil` for value types.
    let classType: (any GEncodable.Type)?
    /// The root of the tree of the type's shapes, created when it is first needed.
    var root: UnsafeMutablePointer<ShapeTreeNode>?

    /// The archive for which ``count``, ``shapeCount`` and ``isSparse`` are valid.
    var epoch: UInt64 = 0
    /// The number of composites of this type.
    var count: Int = 0
    /// The number of shapes of this type in the directory.
    var shapeCount: Int = 0
    /// Whether so few of the keys have values that it is better not to mark the others as absent.
    var isSparse = false
    /// The archive for which ``id`` is valid.
    var numberedEpoch: UInt64 = 0
    /// The number in the directory.
    var id: Int = 0
    /// For a type that is no class, the archive in which a value needs the name of its type.
    var namedEpoch: UInt64 = 0
    /// Whether values are known to be archived as their raw values.
    var isRawValue = false
    /// Whether the type is known to be found by its name.
    var isConstructible = false
    /// The identities of values that conform to ``GIdentifiable``, created when they are first needed.
    var identities: IdentityTable?
    /// The identities of values that are their own identity, created when they are first needed.
    var ownIdentities: IdentityTable?
    #if DEBUG
    /// Whether to look for properties that inherited methods of the macro do not know.
    var mayLoseProperties = false
    #endif

    /// Creates what is known about a type of the program.
    init(
        metatype: Any.Type, isInheritanceDisabled: Bool, mayHaveIdentity: Bool, isBinary: Bool, mayBeTrivialArray: Bool,
        adoptsInheritance: Bool
    ) {
        (self.metatype, self.isInheritanceDisabled, archived) = (metatype, isInheritanceDisabled, nil)
        (self.mayHaveIdentity, self.isBinary, self.mayBeTrivialArray) = (mayHaveIdentity, isBinary, mayBeTrivialArray)
        needsValue = mayHaveIdentity || isBinary || mayBeTrivialArray
        self.adoptsInheritance = adoptsInheritance
        isReference = metatype is AnyObject.Type
        keepsUnknown = metatype is any GKeepsUnknown.Type
        classType = isReference ? metatype as? any GEncodable.Type : nil
    }

    /// Creates a type of values that are copied from an archive.
    init(_ archived: TypeEntry) {
        (metatype, self.archived, isReference) = (Never.self, archived, archived.isReference)
        isInheritanceDisabled = archived.isReference && archived.name == nil
        (mayHaveIdentity, isBinary, mayBeTrivialArray, needsValue) = (false, false, false, false)
        (adoptsInheritance, keepsUnknown, classType) = (false, false, nil)
    }

    /// Returns this type with the shapes, counts and numbers of the same type in the archive that is being written.
    ///
    /// - Parameter copied: The type of values that have been copied from an archive, before the program encoded one.
    func adoptingState(of copied: EncodedType) -> EncodedType {
        var type = self
        type.root = copied.root
        (type.epoch, type.count, type.shapeCount) = (copied.epoch, copied.count, copied.shapeCount)
        type.isSparse = copied.isSparse
        (type.numberedEpoch, type.id) = (copied.numberedEpoch, copied.id)
        type.namedEpoch = copied.namedEpoch
        return type
    }

    var readableName: String { archived?.readableName ?? TypeNames.readableName(of: metatype) }

    /// Returns what the directory says about the type, with the name by which it is found if that is stored.
    func entry(isNamed: Bool) -> TypeEntry {
        if isNamed, let archived { return archived }
        let programName = isNamed ? GTypesRepository.archiveName(of: metatype) : nil
        return TypeEntry(
            flags: (isReference ? TypeFlags.isReference : 0) | (isNamed ? TypeFlags.hasName : 0)
                | (programName != nil ? TypeFlags.isProgramName : 0) | (version != 0 ? TypeFlags.hasVersion : 0),
            readableName: readableName,
            name: isNamed ? programName ?? TypeNames.mangledName(of: metatype) ?? "" : nil, version: version)
    }

    private var version: UInt32 {
        if let archived { return archived.version }
        if let versioned = metatype as? any GVersion.Type {
            return versioned.encodeVersion
        }
        return (metatype as? any GEncodable.Type)?.encodeVersion ?? 0
    }
}

/// All types that a session has encountered, found by the address of their metadata.
///
/// The table uses open addressing with linear probing, because every composite requires a lookup.
struct EncodedTypeTable: ~Copyable {
    private var slots: UnsafeMutablePointer<(key: UInt, type: UnsafeMutablePointer<EncodedType>?)>
    private var capacity = 64
    private(set) var count = 0
    /// All types, including those that have no key.
    private(set) var all: [UnsafeMutablePointer<EncodedType>] = []

    init() {
        slots = .allocate(capacity: capacity)
        slots.initialize(repeating: (0, nil), count: capacity)
    }

    deinit {
        for type in all {
            type.deinitialize(count: 1)
            type.deallocate()
        }
        slots.deallocate()
    }

    /// Returns the key of a type: the address of its metadata. The address is aligned, so its low bit is free.
    static func key(_ metatype: Any.Type, isInheritanceDisabled: Bool) -> UInt {
        UInt(bitPattern: unsafeBitCast(metatype, to: Int.self)) | (isInheritanceDisabled ? 1 : 0)
    }

    func find(_ key: UInt) -> UnsafeMutablePointer<EncodedType>? {
        var index = home(of: key)
        while let type = slots[index].type {
            if slots[index].key == key {
                return type
            }
            index = (index &+ 1) & (capacity &- 1)
        }
        return nil
    }

    /// Adds a type, and makes it available under a key.
    mutating func insert(_ key: UInt, _ type: EncodedType) -> UnsafeMutablePointer<EncodedType> {
        let pointer = add(type)
        insert(key, pointer)
        return pointer
    }

    /// Makes a type of the table available under a key.
    mutating func insert(_ key: UInt, _ type: UnsafeMutablePointer<EncodedType>) {
        if (count + 1) * 2 > capacity {
            grow()
        }
        place(key, type)
        count += 1
    }

    /// Adds a type, which no key finds yet.
    mutating func add(_ type: EncodedType) -> UnsafeMutablePointer<EncodedType> {
        let pointer = UnsafeMutablePointer<EncodedType>.allocate(capacity: 1)
        pointer.initialize(to: type)
        all.append(pointer)
        return pointer
    }

    private func home(of key: UInt) -> Int {
        Int(truncatingIfNeeded: (UInt64(key) &* 0x9E37_79B9_7F4A_7C15) >> 32) & (capacity &- 1)
    }

    private func place(_ key: UInt, _ type: UnsafeMutablePointer<EncodedType>) {
        var index = home(of: key)
        while slots[index].type != nil {
            index = (index + 1) & (capacity - 1)
        }
        slots[index] = (key, type)
    }

    private mutating func grow() {
        let old = UnsafeMutableBufferPointer(start: slots, count: capacity)
        capacity *= 2
        slots = .allocate(capacity: capacity)
        slots.initialize(repeating: (0, nil), count: capacity)
        for slot in old {
            if let type = slot.type {
                place(slot.key, type)
            }
        }
        old.baseAddress?.deallocate()
    }
}
