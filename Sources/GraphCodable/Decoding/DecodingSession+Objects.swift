extension DecodingSession {
    /// How much stack initializers may use by calling one another, before objects are made children first instead.
    private static var recursionSize: UInt { 256 * 1_024 }
    /// How many initializers may call one another, before objects are made children first instead.
    private static var recursionDepth: Int { 256 }

    // MARK: References

    /// Reads a reference's id and passes over it.
    @inline(__always)
    func readReference(_ type: Any.Type) throws -> UInt32 {
        let tag = try _reader.peekTag()
        let payload = state.pointee.cursor + 1
        let id: UInt32
        if tag >= Tag.reference13, tag < Tag.reference21 {
            id = UInt32(tag - Tag.reference13) << 8 | UInt32(payload.load(as: UInt8.self))
            state.pointee.cursor = payload + 1
        } else if tag >= Tag.reference21, tag < Tag.nil {
            let low = UInt16(littleEndian: payload.loadUnaligned(as: UInt16.self))
            id = UInt32(tag - Tag.reference21) << 16 | UInt32(low)
            state.pointee.cursor = payload + 2
        } else if tag == Tag.reference32 {
            id = UInt32(littleEndian: payload.loadUnaligned(as: UInt32.self))
            state.pointee.cursor = payload + 4
        } else if tag == Tag.conditionalReference {
            var input = ByteInput(archive: base, from: payload, to: state.pointee.end)
            id = UInt32(clamping: try input.readVarint())
            state.pointee.cursor = input.position
        } else {
            throw mismatch(type)
        }
        guard id > 0, Int(clamping: id) < records.count else {
            throw error(.malformed, "A reference names object \(id), which the archive does not have. It is damaged.")
        }
        return id
    }

    /// Whether the conditional reference that follows is to an object that was encoded in no other way; passes over it.
    func readAbsentReference() throws -> Bool {
        let start = state.pointee.cursor
        let id = try readReference(AnyObject.self)
        if records.slots[Int(id)].start == 0 {
            return true
        }
        state.pointee.cursor = start
        return false
    }

    /// The object that a reference stands for; made now if it is asked for for the first time.
    func decodeObject(as type: any (GDecodable & AnyObject).Type) throws -> AnyObject {
        let tag = try _reader.peekTag()
        if tag >= Tag.inlineComposite, tag < Tag.reference13 || tag == Tag.composite || tag == Tag.openComposite {
            return try decodeInPlace(type)
        }
        let slot = state.pointee.currentSlot
        let id = try readReference(type)
        let record = records.slots + Int(id)
        if let object = record.pointee.object, object != RecordTable.inProgress {
            return Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
        }
        remember(type, in: slot)
        return try startObject(id, record, type)
    }

    @inline(__always)
    private func remember(_ type: any (GDecodable & AnyObject).Type, in slot: UnsafeMutablePointer<ArchivedSlot>) {
        if let expected = slot.pointee.expectedClass, expected == type {
            return
        }
        if slot.pointee.expectedClass == nil {
            slot.pointee.expectedClass = type
        } else {
            slot.pointee.otherExpectedClass = type
        }
    }

    private func startObject(
        _ id: UInt32, _ record: UnsafeMutablePointer<RecordSlot>, _ type: any (GDecodable & AnyObject).Type
    ) throws -> AnyObject {
        guard record.pointee.start != 0 else { throw absent(id, type) }
        guard record.pointee.object == nil else { throw cycle(id) }
        if isRecursionDeep {
            try makeObjectsChildrenFirst(id)
            if let object = record.pointee.object, object != RecordTable.inProgress {
                return Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
            }
        }
        return try inRecord(id, record) { try instantiate(type) }
    }

    /// A value with identity; decoded now if it is asked for for the first time.
    func decodeIdentified<Value: GDecodable>(_ type: Value.Type) throws -> Value {
        if try _reader.peekTag() == Tag.binary {
            return try decodeBinary(type)
        }
        let slot = state.pointee.currentSlot
        let id = try readReference(type)
        let record = records.slots + Int(id)
        slot.pointee.expectedValue = type
        if let object = record.pointee.object, object != RecordTable.inProgress {
            return try value(of: Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue())
        }
        guard record.pointee.start != 0 else { throw absent(id, type) }
        guard record.pointee.object == nil else { throw cycle(id) }
        if isRecursionDeep {
            try makeObjectsChildrenFirst(id)
            if let object = record.pointee.object, object != RecordTable.inProgress {
                return try value(of: Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue())
            }
        }
        return try value(of: try inRecord(id, record) { DecodedValue(try Value._decode(from: _reader)) })
    }

    private func value<Value>(of object: AnyObject) throws -> Value {
        guard let box = object as? DecodedValue<Value> else {
            throw error(
                .typeMismatch,
                """
                The archive holds an object that has been decoded as another type where \
                \(TypeNames.readableName(of: Value.self)) was asked for.
                """)
        }
        return box.value
    }

    private func absent(_ id: UInt32, _ type: Any.Type) -> any Error {
        // The reference has been passed over, but it is the place to be told.
        let end = state.pointee.cursor
        let start = end - 1 - Varint.size(of: UInt64(id))
        if start >= base, start.load(as: UInt8.self) == Tag.conditionalReference {
            state.pointee.cursor = start
        }
        defer { state.pointee.cursor = end }
        return error(
            .valueNotFound,
            """
            The \(TypeNames.readableName(of: type)) here, object \(id), is not in the archive: it was encoded conditionally and \
            nothing else encoded it, or it was lost when a damaged archive was salvaged. Decode it as an optional.
            """)
    }

    // MARK: Making objects

    /// Goes to an object's record, makes the object with `body`, keeps it, and comes back.
    @inline(__always)
    private func inRecord(
        _ id: UInt32, _ record: UnsafeMutablePointer<RecordSlot>, _ body: () throws -> AnyObject
    ) throws -> AnyObject {
        let reader = state
        let outer = (
            cursor: reader.pointee.cursor, end: reader.pointee.end, frame: reader.pointee.frameOffset,
            depth: reader.pointee.depth, nextSlot: reader.pointee.nextSlot, endOfSlots: reader.pointee.endOfSlots
        )
        guard StackBounds.currentAddress() > stackLimit else {
            throw error(
                .depthExceeded,
                "Initializers call one another too deeply. Break the chain of references with deferDecode.")
        }
        reader.pointee.cursor = base + record.pointee.start
        reader.pointee.end = reader.pointee.cursor + record.pointee.size
        leaveRecord()
        reader.pointee.depth = 0
        record.pointee.object = RecordTable.inProgress
        inProgress.append(id)
        let deferredCount = deferred.count
        defer {
            popFrames(to: outer.frame)
            inProgress.removeLast()
            reader.pointee.cursor = outer.cursor
            reader.pointee.end = outer.end
            reader.pointee.depth = outer.depth
            reader.pointee.nextSlot = outer.nextSlot
            reader.pointee.endOfSlots = outer.endOfSlots
        }
        do {
            try checkRecordTag()
            let object = try body()
            record.pointee.object = UnsafeRawPointer(Unmanaged.passRetained(object).toOpaque())
            completed.append(id)
            return object
        } catch {
            record.pointee.object = nil
            dropDeferredValues(of: id, from: deferredCount)
            throw error
        }
    }

    /// Refuses a record that leads to another one, perhaps in a circle.
    private func checkRecordTag() throws {
        let tag = try _reader.peekTag()
        guard !_GraphReader.isReference(tag), tag != Tag.nil, tag != Tag.some, tag != Tag.typed else {
            throw error(.malformed, "The record of an object holds \(ValueDescription.kind(of: tag)). It is damaged.")
        }
    }

    /// Makes the object whose composite begins at the cursor.
    @inline(__always)
    private func instantiate(_ type: any (GDecodable & AnyObject).Type) throws -> AnyObject {
        let (shape, isOpen, size) = try peekComposite(as: type)
        let (target, replaced) = try resolve(shape.type, expected: type)
        try open(shape, isOpen: isOpen, size: size, replaced: replaced)
        let object = try target.init(from: self)
        if state.pointee.nextSlot == state.pointee.endOfSlots, !state.pointee.frame.pointee.isOpen,
            state.pointee.cursor != state.pointee.end
        {
            throw error(.malformed, "Bytes follow the last value of an object. The archive is damaged.")
        }
        popFrame()
        state.pointee.depth &-= 1
        return object
    }

    /// An object that was encoded without identity.
    private func decodeInPlace(_ type: any (GDecodable & AnyObject).Type) throws -> AnyObject {
        let (shape, isOpen, size) = try peekComposite(as: type)
        let (target, replaced) = try resolve(shape.type, expected: type)
        try open(shape, isOpen: isOpen, size: size, replaced: replaced)
        let object = try target.init(from: self)
        try closeComposite()
        return object
    }

    // MARK: Depth

    /// Finds out how much stack there is, once for each decoding.
    func measureStack() {
        guard recursionLimit == 0 else { return }
        stackLimit = StackBounds.lowestUsableAddress()
        let current = StackBounds.currentAddress()
        let available = current - min(stackLimit, current)
        recursionLimit = stackLimit == 0 ? 1 : current - min(available / 2, Self.recursionSize)
    }

    /// Whether initializers call one another so deeply that objects should be made in another order.
    private var isRecursionDeep: Bool {
        measureStack()
        return inProgress.count >= Self.recursionDepth || StackBounds.currentAddress() < recursionLimit
            || state.pointee.frame - state.pointee.frames > 2 * Self.recursionDepth
    }

    /// Makes an object after the objects that it needs, without recursion, so that no chain is too long.
    ///
    /// Only what has been asked for at the same place before is made: an object is never instantiated as a class that
    /// nothing asked for. What is left out, and what is decoded with `deferDecode`, is made when it is asked for.
    private func makeObjectsChildrenFirst(_ id: UInt32) throws {
        var pending: [(id: UInt32, isExpanded: Bool, slot: UnsafeMutablePointer<ArchivedSlot>)] = []
        let start = found.count
        try findReferences(of: id)
        while found.count > start {
            let (child, slot) = found.removeLast()
            pending.append((child, false, slot))
        }
        var waiting: Set<UInt32> = [id]
        while let top = pending.last {
            let record = records.slots + Int(top.id)
            if record.pointee.object != nil
                || (!top.isExpanded && (waiting.contains(top.id) || notAhead.contains(top.id)))
            {
                pending.removeLast()
            } else if top.isExpanded {
                pending.removeLast()
                waiting.remove(top.id)
                try makeAhead(top.id, record, slot: top.slot)
            } else {
                pending[pending.count - 1].isExpanded = true
                waiting.insert(top.id)
                try findReferences(of: top.id)
                while found.count > start {
                    let (child, slot) = found.removeLast()
                    pending.append((child, false, slot))
                }
            }
        }
    }

    /// Makes an object that has not been asked for yet.
    ///
    /// It may turn out to need an object in progress, if it was found by a reference that will be deferred. Then it is left
    /// until it is asked for; a cycle that is really there shows itself again.
    private func makeAhead(
        _ id: UInt32, _ record: UnsafeMutablePointer<RecordSlot>, slot: UnsafeMutablePointer<ArchivedSlot>
    ) throws {
        do {
            try make(id, record, slot: slot)
        } catch let error as GraphCodableError where error.code == .unresolvableCycle {
            notAhead.insert(id)
        }
    }

    /// Makes an object as what was asked for in a slot.
    private func make(
        _ id: UInt32, _ record: UnsafeMutablePointer<RecordSlot>, slot: UnsafeMutablePointer<ArchivedSlot>
    ) throws {
        if let value = slot.pointee.expectedValue, slot.pointee.expectedClass == nil {
            _ = try inRecord(id, record) { try decodedValue(value) }
        } else if let expected = slot.pointee.expectedClass {
            _ = try inRecord(id, record) {
                if let other = slot.pointee.otherExpectedClass, try !isAcceptable(as: expected) {
                    return try instantiate(other)
                }
                return try instantiate(expected)
            }
        }
    }

    private func isAcceptable(as type: any (GDecodable & AnyObject).Type) throws -> Bool {
        let (shape, _, _) = try peekComposite(as: type)
        do {
            _ = try resolve(shape.type, expected: type)
            return true
        } catch let error as GraphCodableError where error.code == .wrongClass {
            return false
        }
    }

    private func decodedValue<Value: GDecodable>(_ type: Value.Type) throws -> AnyObject {
        DecodedValue(try Value._decode(from: _reader))
    }

    /// Appends to ``found`` the objects, not started yet, that a record refers to at places where it is known what is
    /// asked for.
    private func findReferences(of id: UInt32) throws {
        let record = records.slots[Int(id)]
        var visitor = ReferenceFinder(records: records.slots, notAhead: notAhead, found: found)
        found = []
        defer { found = visitor.found }
        let outer = (cursor: state.pointee.cursor, depth: state.pointee.depth)
        defer { (state.pointee.cursor, state.pointee.depth) = outer }
        // Values of another record are not nested in what is being decoded.
        state.pointee.depth = 0
        let start = base + record.start
        try walk(from: start, to: start + record.size, slot: rootSlot, visitor: &visitor)
    }

    private struct ReferenceFinder: ArchiveValueVisitor {
        let records: UnsafeMutablePointer<RecordSlot>
        let notAhead: Set<UInt32>
        var found: [(id: UInt32, slot: UnsafeMutablePointer<ArchivedSlot>)]

        @inline(__always)
        mutating func visitReference(
            _ id: UInt32, isConditional: Bool, slot: UnsafeMutablePointer<ArchivedSlot>, at position: UnsafeRawPointer
        ) {
            // A conditional reference leads to an object like any other, if something else had it written.
            guard !slot.pointee.isDeferred, records[Int(id)].object == nil,
                records[Int(id)].start != 0,
                slot.pointee.expectedClass != nil || slot.pointee.expectedValue != nil,
                notAhead.isEmpty || !notAhead.contains(id)
            else { return }
            found.append((id, slot))
        }
    }

    // MARK: Deferred values

    /// Keeps the value that begins at the cursor for later, and passes over it.
    func deferValue(_ body: @escaping (_GraphReader) throws -> Void) throws {
        let slot = state.pointee.currentSlot
        slot.pointee.isDeferred = true
        deferred.append(
            DeferredValue(
                cursor: state.pointee.cursor, end: state.pointee.end, slot: slot, owner: inProgress.last ?? 0,
                body: body))
        try skipValue(in: slot)
    }

    /// Forgets what an initializer deferred before it failed: its object is not there to take the values.
    private func dropDeferredValues(of id: UInt32, from start: Int) {
        if deferred.count > start {
            deferredByOwner = DeferredIndex()
            let kept = deferred[start...].filter { $0.owner != id }
            deferred.replaceSubrange(start..., with: kept)
        }
    }

    /// Keeps a call that reads nothing for later.
    func deferCall(_ body: @escaping () throws -> Void) throws {
        guard state.pointee.frame > state.pointee.frames else {
            throw error(.misuse, "The decoder was used outside of init(from:).")
        }
        deferred.append(
            DeferredValue(
                cursor: state.pointee.cursor, end: state.pointee.end, slot: rootSlot, owner: inProgress.last ?? 0,
                body: { _ in try body() }))
    }

    /// Decodes the values that were deferred, and those that these defer.
    func decodeDeferredValues() throws {
        var next = 0
        while next < deferred.count {
            let value = deferred[next]
            next += 1
            if !value.isDone {
                try decodeDeferred(value)
            }
        }
    }

    func decodeDeferred(_ value: DeferredValue) throws {
        state.pointee.cursor = value.cursor
        state.pointee.end = value.end
        state.pointee.setCurrentSlot(value.slot)
        state.pointee.depth = 1
        try value.body(_reader)
    }

    // MARK: Cycles

    private func cycle(_ id: UInt32) -> any Error {
        let cycle = inProgress.drop { $0 != id }
        func name(_ id: UInt32) -> String { "\(className(of: id)) #\(id)" }
        var names = cycle.prefix(16).map(name)
        if cycle.count > names.count {
            names.append("\(cycle.count - names.count) more")
        }
        return error(
            .unresolvableCycle,
            """
            Objects need each other to be initialized: \((names + [name(id)]).joined(separator: " → ")). \
            Decode one of these references with deferDecode.
            """)
    }

    private func className(of id: UInt32) -> String {
        let record = records.slots[Int(id)]
        let outer = (state.pointee.cursor, state.pointee.end)
        defer { (state.pointee.cursor, state.pointee.end) = outer }
        state.pointee.cursor = base + record.start
        state.pointee.end = state.pointee.cursor + record.size
        guard let (shape, _, _) = try? peekComposite(as: AnyObject.self) else { return "value" }
        return directory.types[shape.type].readableName
    }
}

/// Keeps a decoded value with identity for the next reference to it.
final class DecodedValue<Value> {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
