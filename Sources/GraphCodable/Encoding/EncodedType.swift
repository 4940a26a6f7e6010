/// A session's knowledge of one type that it encodes. It has a fixed address and belongs to an ``EncodedTypeTable``.
@usableFromInline
struct EncodedType {
    let metatype: Any.Type
    /// Whether instances are archived without their class.
    let isInheritanceDisabled: Bool
    let isReference: Bool
    /// Whether values may have an identity (other than their own, for class instances).
    var mayHaveIdentity: Bool
    /// Whether values write themselves as bytes.
    var isBinary: Bool
    /// Whether this is an array whose elements may be archived as their memory.
    let mayBeTrivialArray: Bool
    /// For such an array the layout of the elements, found when the first is encoded. It is empty if they write themselves.
    var layout: Bytes?
    /// Whether the form in the archive depends on the value.
    var needsValue: Bool
    /// Whether each instance decides about inheritance.
    let adoptsInheritance: Bool
    /// The class with which to call `encode(to:)` of its instances, or `nil` for value types.
    let classType: (any GEncodable.Type)?
    var root: UnsafeMutablePointer<ShapeNode>?

    /// The archive for which ``count``, ``shapeCount`` and ``isSparse`` are valid.
    var epoch: UInt64 = 0
    /// The number of composites in this archive.
    var count: Int = 0
    /// The number of shapes in this archive.
    var shapeCount: Int = 0
    /// Whether so few of the keys have values that it is better not to mark the others as absent.
    var isSparse = false
    /// The archive for which ``id`` is valid.
    var numberedEpoch: UInt64 = 0
    /// The number in the directory.
    var id: Int = 0
    /// The archive in which a value of this type, which is not a class, needs the name of its type.
    var namedEpoch: UInt64 = 0
    /// Whether values are known to be archived as their raw values.
    var isRawValue = false
    /// Whether the class is known to be found by its name.
    var isConstructible = false
    /// The identities of values that conform to ``GIdentifiable``, created when they are first needed.
    var identities: IdentityTable?
    /// The identities of values that are their own identity, created when they are first needed.
    var ownIdentities: IdentityTable?
    #if DEBUG
    /// Whether to look for properties that inherited methods of the macro do not know.
    var mayLoseProperties = false
    #endif
}

/// All types that a session has encountered, found by the address of their metadata.
///
/// The table uses open addressing with linear probing, because every composite requires a lookup.
struct EncodedTypeTable: ~Copyable {
    private var slots: UnsafeMutablePointer<(key: UInt, type: UnsafeMutablePointer<EncodedType>?)>
    private var capacity = 64
    private(set) var count = 0

    init() {
        slots = .allocate(capacity: capacity)
        slots.initialize(repeating: (0, nil), count: capacity)
    }

    deinit {
        for index in 0..<capacity {
            if let type = slots[index].type {
                type.deinitialize(count: 1)
                type.deallocate()
            }
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

    mutating func insert(_ key: UInt, _ type: EncodedType) -> UnsafeMutablePointer<EncodedType> {
        if (count + 1) * 2 > capacity {
            grow()
        }
        let pointer = UnsafeMutablePointer<EncodedType>.allocate(capacity: 1)
        pointer.initialize(to: type)
        place(key, pointer)
        count += 1
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
