/// A type that an archive names.
struct TypeEntry {
    let flags: UInt8
    let readableName: String
    /// The name by which the type is found, or `nil` for value types and for classes with disabled inheritance.
    let name: String?
    let version: UInt32

    var isReference: Bool { flags & TypeFlags.isReference != 0 }
    var hasProgramName: Bool { flags & TypeFlags.isProgramName != 0 }
}

/// One slot of a shape.
@usableFromInline
struct ArchivedSlot {
    /// The string by which the key is recognized: the one that the program used last. ``key`` or ``programKey`` keeps
    /// it alive.
    @usableFromInline private(set) var identity: KeyIdentity
    /// The key, or an empty string for an unkeyed slot.
    let key: String
    /// The key's number, or 0 for an unkeyed slot.
    @usableFromInline let keyID: UInt32
    /// The number of unkeyed slots from this one to the last one of the shape.
    var unkeyedCount: UInt32 = 0
    /// The literal of the row of keys that is known to begin here, if any.
    @usableFromInline var row: UnsafePointer<UInt8>?

    /// The program's own string for the key, if known.
    private var programKey: String?

    init(key: String, keyID: UInt32) {
        identity = keyID == 0 ? .unkeyed : KeyIdentity(key)
        self.key = key
        self.keyID = keyID
    }

    /// Recognizes the key from now on by the program's own string.
    mutating func learn(_ programKey: String) {
        self.programKey = programKey
        identity = KeyIdentity(programKey)
    }
}

/// The list of the slots that a type writes.
struct ArchivedShape {
    let type: Int
    let slots: UnsafeMutablePointer<ArchivedSlot>
    let count: Int
    /// Whether the type is a class.
    let isReference: Bool
}

/// The keys, types and shapes to which an archive's records refer by number.
///
/// A decoder keeps the directory of the last archive, because programs tend to read archives of the same kind.
///
/// Accesses to what is read for each value are not checked for exclusivity: it changes only while the directory is read.
final class ArchiveDirectory {
    private(set) var keys: [String] = []
    private(set) lazy var keyIDs = Dictionary(
        uniqueKeysWithValues: keys.enumerated().map { (ExactText($1), UInt32($0 + 1)) })
    @exclusivity(unchecked) private(set) var types: [TypeEntry] = []
    /// Whether the directory has a class that was archived with disabled inheritance. An archive may cause many errors that tell.
    private(set) lazy var hasNamelessClass = types.contains { $0.isReference && $0.name == nil }
    /// The shapes, at a fixed address so that decoding can access them without reference counting.
    @exclusivity(unchecked) private(set) var shapes = UnsafeMutableBufferPointer<ArchivedShape>(start: nil, count: 0)
    /// The bytes of the directory without its counts and extensions, copied to a fixed address like the shapes.
    private(set) var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The number of keys, types, shapes and slots.
    private(set) var entryCount = 0
    private var maximumEntryCount = 0
    private var maximumAffordableCount = 0

    deinit {
        for shape in shapes {
            shape.slots.deinitialize(count: shape.count)
            shape.slots.deallocate()
        }
        shapes.deallocate()
        bytes.deallocate()
    }

    init() {}

    /// Reads a directory and checks all of it.
    ///
    /// - Parameters:
    ///   - input: The bytes from the directory offset to the trailer. Afterwards, its position is after the shapes.
    ///   - maximumAffordableCount: The number of entries that what decoding may cost allows.
    convenience init(
        reading input: inout ByteInput, _ policy: GraphDecodingPolicy, maximumAffordableCount: Int = .max
    ) throws(GraphCodableError) {
        self.init()
        let start = input.offset
        maximumEntryCount = policy.maximumDirectoryEntryCount
        self.maximumAffordableCount = maximumAffordableCount
        keys = try readKeys(&input)
        types = try readTypes(&input, maximumNameLength: policy.maximumTypeNameLength)
        try readShapes(&input)
        bytes = input.copyBytes(from: start)
    }

    /// Returns the key with a number, or `nil` for 0, the number of values without a key.
    func key(_ id: UInt32) -> String? { id == 0 ? nil : keys[Int(id) - 1] }

    /// Reads what follows the directory: the number of values of each type, and the extensions.
    func readEnd(_ input: inout ByteInput) throws(GraphCodableError) -> (counts: [UInt64], extensions: [String: Bytes])
    {
        var counts: [UInt64] = []
        counts.reserveCapacity(types.count)
        for _ in types {
            counts.append(try input.readVarint())
        }
        return (counts, try ArchiveExtensions.read(&input))
    }

    /// Checks what follows a directory. Most archives have no extensions.
    static func checkEnd(_ input: inout ByteInput, typeCount: Int) throws(GraphCodableError) {
        for _ in 0..<typeCount {
            _ = try input.readVarint()
        }
        if !input.isAtEnd { _ = try ArchiveExtensions.read(&input) }
    }

    /// Reads the number of entries of one kind.
    private func readEntryCount(_ input: inout ByteInput, minimumSize: Int = 1) throws(GraphCodableError) -> Int {
        let count = try input.readCount(minimumSize: minimumSize)
        try take(count, input)
        return count
    }

    /// Counts entries. An entry takes few bytes of the archive and up to 230 of memory.
    private func take(_ count: Int, _ input: ByteInput) throws(GraphCodableError) {
        entryCount = entryCount.addingClamped(count)
        guard entryCount <= min(maximumEntryCount, maximumAffordableCount) else {
            let isCounted = maximumEntryCount <= maximumAffordableCount
            let limit = isCounted ? "maximumDirectoryEntryCount" : "maximumCostPerByte or maximumMemory"
            let advice = LimitMessage.raise(limit)
            throw GraphCodableError(
                .limitExceeded, "The directory has more entries than are allowed. \(advice)", byteOffset: input.offset)
        }
    }

    private func readKeys(_ input: inout ByteInput) throws(GraphCodableError) -> [String] {
        let count = try readEntryCount(&input)
        var keys: [String] = []
        keys.reserveCapacity(min(count, 65_536))
        var known = Set<ExactText>()
        for _ in 0..<count {
            let key = try input.readString()
            try input.require(known.insert(ExactText(key)).inserted, "The key '\(key)' occurs twice in the directory.")
            keys.append(key)
        }
        return keys
    }

    private func readTypes(
        _ input: inout ByteInput, maximumNameLength: Int
    ) throws(GraphCodableError) -> [TypeEntry] {
        let count = try readEntryCount(&input, minimumSize: 2)
        var types: [TypeEntry] = []
        types.reserveCapacity(min(count, 65_536))
        var names = Set<[UInt8]>()
        for _ in 0..<count {
            let flags = try input.readByte()
            try GraphCodableError.require(
                flags & ~TypeFlags.known == 0, or: .unsupportedFeature,
                "A type has the flags \(flags), which this release does not know. Update the package.",
                at: input.offset)
            try input.require(
                flags & TypeFlags.isProgramName == 0 || flags & TypeFlags.hasName != 0,
                "A type's flags promise a name of the program's, but no name.")
            let readable = try input.readString(maximum: maximumNameLength)
            let name = flags & TypeFlags.hasName != 0 ? try input.readString(maximum: maximumNameLength) : nil
            try input.require(name != "", "The name of the type \(readable) is empty.")
            let hasVersion = flags & TypeFlags.hasVersion != 0
            guard let version = UInt32(exactly: hasVersion ? try input.readVarint() : 0), hasVersion == (version > 0)
            else {
                throw input.malformed("The version of the type \(readable) is 0, or does not fit into 32 bits.")
            }
            if let name {
                // The version has always four bytes, so no other name and version are the same bytes.
                let known = names.insert(withUnsafeBytes(of: version) { Array(name.utf8) + $0 })
                try input.require(known.inserted, "The name '\(name)' of a type occurs twice with version \(version).")
            }
            types.append(TypeEntry(flags: flags, readableName: readable, name: name, version: version))
        }
        return types
    }

    private func readShapes(_ input: inout ByteInput) throws(GraphCodableError) {
        let count = try readEntryCount(&input)
        let memory = UnsafeMutableBufferPointer<ArchivedShape>.allocate(capacity: count)
        var initialized = 0
        defer {
            // Set even after an error, so that everything that was read is deallocated.
            shapes = UnsafeMutableBufferPointer(rebasing: memory[..<initialized])
        }
        // What a shape has without saying so.
        var nextType: UInt64 = 0
        var nextKey: UInt32 = 1
        for index in 0..<count {
            let head = try input.readVarint()
            let type = head & UInt64(ShapeFlags.hasType) != 0 ? try input.readVarint() : nextType
            try input.require(
                type < UInt64(types.count), "A shape is of type \(type), but the archive has only \(types.count) types."
            )
            let slotCount = head >> UInt64(ShapeFlags.bitCount)
            let keyIDs =
                head & UInt64(ShapeFlags.hasKeys) != 0
                ? try readSlots(&input, count: slotCount) : try nextSlots(input, count: slotCount, from: nextKey)
            nextType = max(nextType, type + 1)
            nextKey = max(nextKey, (keyIDs.max() ?? 0) + 1)
            memory.initializeElement(
                at: index,
                to: ArchivedShape(
                    type: Int(type), slots: makeSlots(keyIDs), count: keyIDs.count,
                    isReference: types[Int(type)].isReference))
            initialized += 1
        }
    }

    /// Returns the slots of a shape, by the checked numbers of their keys, in newly allocated memory.
    private func makeSlots(_ keyIDs: [UInt32]) -> UnsafeMutablePointer<ArchivedSlot> {
        let slots = UnsafeMutablePointer<ArchivedSlot>.allocate(capacity: max(keyIDs.count, 1))
        var unkeyedCount: UInt32 = 0
        for (index, id) in keyIDs.enumerated().reversed() {
            var slot = ArchivedSlot(key: key(id) ?? "", keyID: id)
            unkeyedCount &+= id == 0 ? 1 : 0
            slot.unkeyedCount = unkeyedCount
            (slots + index).initialize(to: slot)
        }
        return slots
    }

    /// Returns the slots of a shape that does not list them: the keys that no shape before it had, in order.
    private func nextSlots(
        _ input: ByteInput, count: UInt64, from first: UInt32
    ) throws(GraphCodableError) -> [UInt32] {
        try input.require(
            count <= UInt64(keys.count) - UInt64(first - 1),
            "A shape has \(count) slots from key \(first) on, but the archive has only \(keys.count) keys.")
        try take(Int(count), input)
        return Array(first..<first + UInt32(count))
    }

    /// Reads the key numbers of a shape's slots, which take far less memory than the slots.
    private func readSlots(_ input: inout ByteInput, count: UInt64) throws(GraphCodableError) -> [UInt32] {
        try input.require(count <= UInt64(input.remaining), "A count of \(count) is more than the bytes that are left.")
        try take(Int(count), input)
        var keyIDs: [UInt32] = []
        keyIDs.reserveCapacity(min(Int(count), 65_536))
        var known = Set<UInt32>()
        for _ in 0..<count {
            let number = try input.readVarint()
            guard let id = UInt32(exactly: number), id <= keys.count else {
                throw input.malformed("A shape has key \(number), but the archive has only \(keys.count).")
            }
            try input.require(
                id == 0 || known.insert(id).inserted, "The key '\(keys[Int(id) - 1])' occurs twice in a shape.")
            keyIDs.append(id)
        }
        return keyIDs
    }
}
