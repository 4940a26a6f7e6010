/// Numbers the shapes, types and keys of one archive in the order of first use, and writes them.
///
/// Types and keys are numbered late, from the shapes; only an item of an open composite needs the number of its key
/// immediately. An encoder that is reused for the same shapes finds the bytes of the directory already cached.
struct ArchiveDirectoryWriter: ~Copyable {
    private var epoch: UInt64 = 0
    private var shapes = PlainBuffer<UnsafeMutablePointer<ShapeTreeNode>>()
    private var numberedShapes = 0
    private var types: [UnsafeMutablePointer<EncodedType>] = []
    private var keys: [String] = []
    private var keyIDs: [ExactText: UInt32] = [:]

    private var cachedShapes = PlainBuffer<UnsafeMutablePointer<ShapeTreeNode>>()
    private var cachedTypes = PlainBuffer<UnsafeMutablePointer<EncodedType>>()
    private var cachedBytes = PlainBuffer<UInt8>()
    /// Whether types or keys of this archive have numbers. Some need them before the directory is written.
    private var isNumbered: Bool { !types.isEmpty || !keys.isEmpty }

    /// Begins a new archive.
    mutating func begin(epoch: UInt64) {
        self.epoch = epoch
        shapes.removeAll()
        if isNumbered {
            types.removeAll()
            keys.removeAll()
            keyIDs.removeAll()
        }
        numberedShapes = 0
    }

    @inline(__always)
    mutating func shapeID(of node: UnsafeMutablePointer<ShapeTreeNode>) -> UInt32 {
        if node.pointee.epoch != epoch {
            node.pointee.epoch = epoch
            node.pointee.id = UInt32(shapes.count)
            node.pointee.type.pointee.shapeCount &+= 1
            shapes.append(node)
        }
        return node.pointee.id
    }

    mutating func keyID(of key: String) -> UInt32 {
        numberShapes()
        return number(key)
    }

    mutating func typeID(of type: UnsafeMutablePointer<EncodedType>) -> Int {
        numberShapes()
        return number(type)
    }

    /// The number of keys, types, shapes and slots in the directory that was written last.
    private(set) var entryCount = 0

    /// The name of two types in the directory that was written last, if types of other archives have led to such a directory.
    private(set) var ambiguousName: String?

    /// Writes the directory.
    @inline(__always)
    mutating func write(to writer: _GraphWriter) throws {
        if isNumbered || !isCached {
            makeCache()
        }
        try writer.writeBytes(UnsafeRawBufferPointer(cachedBytes.elements), owner: nil)
        for type in cachedTypes.elements {
            try writer.makeRoom()
            writer.storeVarint(UInt64(type.pointee.epoch == epoch ? type.pointee.count : 0))
        }
    }

    @inline(never)
    private mutating func makeCache() {
        let isCacheable = !isNumbered
        makeBytes().withUnsafeBufferPointer { cachedBytes.replace(with: $0) }
        cachedShapes.removeAll()
        if isCacheable {
            cachedShapes.replace(with: shapes.elements)
        }
        types.withUnsafeBufferPointer { cachedTypes.replace(with: $0) }
    }

    @inline(__always)
    private var isCached: Bool {
        guard !shapes.isEmpty, shapes.count == cachedShapes.count else { return false }
        for index in 0..<shapes.count where shapes.start[index] != cachedShapes.start[index] {
            return false
        }
        return true
    }

    private mutating func number(_ key: String) -> UInt32 {
        if let id = keyIDs[ExactText(key)] {
            return id
        }
        keys.append(key)
        let id = UInt32(keys.count)
        keyIDs[ExactText(key)] = id
        return id
    }

    private mutating func number(_ type: UnsafeMutablePointer<EncodedType>) -> Int {
        if type.pointee.numberedEpoch != epoch {
            type.pointee.numberedEpoch = epoch
            type.pointee.id = types.count
            types.append(type)
        }
        return type.pointee.id
    }

    /// Numbers the types and keys of the shapes that were added since the last call.
    private mutating func numberShapes() {
        while numberedShapes < shapes.count {
            let shape = shapes[numberedShapes]
            numberedShapes += 1
            _ = number(shape.pointee.type)
            for key in Self.keys(of: shape) {
                if let key {
                    _ = number(key)
                }
            }
        }
    }

    private static func keys(of shape: UnsafeMutablePointer<ShapeTreeNode>) -> [String?] {
        // Without `ShapeArena.path`, whose array would be one more allocation for each shape.
        var keys: [String?] = []
        var node = shape
        while let parent = node.pointee.parent {
            keys.append(node.pointee.key)
            node = parent
        }
        return keys.reversed()
    }

    private static func ambiguousName(_ types: [TypeEntry]) -> String? {
        var versions: [ExactText: Set<UInt32>] = [:]
        return types.first { type in
            type.name.map { !versions[ExactText($0), default: []].insert(type.version).inserted } ?? false
        }?.name
    }

    private mutating func makeBytes() -> [UInt8] {
        numberShapes()
        var bytes: [UInt8] = []
        bytes.appendVarint(keys.count)
        for key in keys {
            bytes.appendString(key)
        }
        bytes.appendVarint(types.count)
        let entries = types.map { type in
            let isClass = type.pointee.isReference && !type.pointee.isInheritanceDisabled
            return type.pointee.entry(isNamed: isClass || type.pointee.namedEpoch == epoch)
        }
        entries.forEach { bytes.appendType($0) }
        ambiguousName = types.contains { $0.pointee.archived != nil } ? Self.ambiguousName(entries) : nil
        bytes.appendVarint(shapes.count)
        entryCount = keys.count + types.count + shapes.count
        // What a shape has without saying so.
        var nextType = 0
        var nextKey: UInt32 = 1
        for shape in shapes.elements {
            let type = number(shape.pointee.type)
            let slots = Self.keys(of: shape).map { key in key.map { number($0) } ?? 0 }
            let areNextKeys = slots.indices.allSatisfy { slots[$0] == nextKey + UInt32($0) }
            entryCount += slots.count
            bytes.appendVarint(
                slots.count << ShapeFlags.bitCount | (type == nextType ? 0 : ShapeFlags.hasType)
                    | (areNextKeys ? 0 : ShapeFlags.hasKeys))
            if type != nextType {
                bytes.appendVarint(type)
            }
            if !areNextKeys {
                for key in slots {
                    bytes.appendVarint(key)
                }
            }
            nextType = max(nextType, type + 1)
            nextKey = max(nextKey, (slots.max() ?? 0) + 1)
        }
        return bytes
    }
}

extension [UInt8] {
    fileprivate mutating func appendType(_ type: TypeEntry) {
        append(type.flags)
        appendString(type.readableName)
        if let name = type.name {
            appendString(name)
        }
        if type.version != 0 {
            appendVarint(type.version)
        }
    }

    fileprivate mutating func appendString(_ string: String) {
        appendVarint(string.utf8.count)
        append(contentsOf: string.utf8)
    }
}
