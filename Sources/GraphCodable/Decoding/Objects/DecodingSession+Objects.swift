internal import CStack

// A reference is followed by calling the initializer of its target. A list of a million objects is a recursion of a
// million calls, which continues on other memory where the thread's stack ends. An object is therefore created when it
// is requested, and as the requested type, at any depth. The functions here are short to save stack, because each level
// of the recursion uses it.

extension DecodingSession {
    /// Returns the object to which a reference refers, and creates it when it is first requested.
    @usableFromInline
    func decodeObject(as type: any (GDecodable & AnyObject).Type) throws -> AnyObject {
        let tag = try _reader.peekTag()
        if Self.isComposite(tag) {
            return try makeObjectInPlace(type)
        }
        let start = state.pointee.cursor
        let id = try readReference(type)
        let record = records.slots + Int(id)
        if let object = record.pointee.doneObject {
            return object.takeUnretainedValue()
        }
        if !record.pointee.mayBegin {
            try checkIsAvailable(id, type, from: start)
            if let object = objectOfOpenFile(id) { return object }
        }
        return try makeObject(id, type)
    }

    /// Returns a value with an identity, and decodes it when it is first requested.
    @usableFromInline
    func decodeIdentified<Value: GDecodable>(_ type: Value.Type) throws -> Value {
        if try _reader.peekTag() == Tag.binary {
            return try decodeBinary(type)
        }
        let start = state.pointee.cursor
        let id = try readReference(type)
        let record = records.slots + Int(id)
        if let object = record.pointee.doneObject {
            return try knownValue(object.takeUnretainedValue(), at: start)
        }
        if !record.pointee.mayBegin {
            try checkIsAvailable(id, type, from: start)
            if let object = objectOfOpenFile(id) { return try knownValue(object, at: start) }
        }
        return try makeValue(id)
    }

    // MARK: Creating

    @inline(never)
    private func makeObject(_ id: UInt32, _ type: any (GDecodable & AnyObject).Type) throws -> AnyObject {
        guard hasStackRoom else {
            return try withMoreStack { try makeObject(id, type) }
        }
        try reportIfDue()
        let outer = state.pointee.position
        let nesting = beginNesting()
        enterRecord(id)
        do {
            try checkRecordTag()
            let object = try instantiate(type)
            keep(object, id)
            leaveRecord(to: outer)
            endNesting(nesting)
            return object
        } catch {
            abandon(id, outer)
            endNesting(nesting)
            throw error
        }
    }

    @inline(never)
    private func makeValue<Value: GDecodable>(_ id: UInt32) throws -> Value {
        guard hasStackRoom else {
            return try withMoreStack { try makeValue(id) }
        }
        let outer = state.pointee.position
        let outerDeepest = beginMeasuringDepth()
        enterRecord(id)
        do {
            try checkRecordTag()
            let mark = _reader.costMark
            try _reader.charge(MemoryLayout<Value>.size)
            let value = try Value._decode(from: _reader)
            guard state.pointee.cursor <= state.pointee.end else { throw _reader.endOfRecord() }
            guard state.pointee.cursor == state.pointee.end else {
                throw malformed("Bytes follow the value of a record.")
            }
            let (size, height) = measureNesting(since: mark, depth: outer.depth)
            keep(DecodedValue(value, size: size, height: height), id)
            leaveRecord(to: outer)
            endMeasuringDepth(outerDeepest)
            return value
        } catch {
            abandon(id, outer)
            endMeasuringDepth(outerDeepest)
            throw error
        }
    }

    /// Creates an object that was encoded without identity.
    @inline(never)
    private func makeObjectInPlace(_ type: any (GDecodable & AnyObject).Type) throws -> AnyObject {
        guard hasStackRoom else {
            return try withMoreStack { try makeObjectInPlace(type) }
        }
        try reportIfDue()
        let (shape, isOpen, size) = try peekComposite(as: type)
        let target = try resolve(shape.pointee.type, expected: type)
        try _reader.charge(DecodingCost.allocation)
        let start = offset
        try open(shape, isOpen: isOpen, size: size)
        let deferredCount = deferred.count
        do {
            let object = try target.init(from: self)
            objectsInPlace.append(ObjectInPlace(object, at: start))
            hasNotes = true
            if hasKeepers {
                try keepUnknownFields(ofObject: object, shape.pointee.type)
            }
            try closeComposite()
            deferCompletion(of: object, shape.pointee.type)
            if deferred.count > deferredCount {
                keep(object, forWorkFrom: deferredCount)
            }
            return object
        } catch {
            throw leaveObject(of: type, after: error)
        }
    }

    /// Creates the object whose composite begins at the cursor.
    @inline(__always)
    private func instantiate(_ type: any (GDecodable & AnyObject).Type) throws -> AnyObject {
        let (shape, isOpen, size) = try peekComposite(as: type)
        let target = try resolve(shape.pointee.type, expected: type)
        try open(shape, isOpen: isOpen, size: size)
        do {
            let object = try target.init(from: self)
            if hasKeepers {
                try keepUnknownFields(ofObject: object, shape.pointee.type)
            }
            try moveToEndOfComposite()
            guard state.pointee.cursor == state.pointee.end else {
                throw malformed("Bytes follow the last value of an object.")
            }
            popFrame()
            deferCompletion(of: object, shape.pointee.type)
            return object
        } catch {
            throw leaveObject(of: type, after: error)
        }
    }

    /// Leaves the composite of an object after its initializer has thrown, and returns the error to rethrow.
    @inline(never)
    private func leaveObject(of type: Any.Type, after error: any Error) -> any Error {
        // A class that was archived without its name is decoded as the requested one, like a value type.
        archivedType(of: state.pointee.frame)?.name == nil
            ? leaveComposite(of: type, after: error) : leaveComposite(after: error)
    }

    /// Returns a value that was decoded for another reference.
    private func knownValue<Value>(_ object: AnyObject, at start: UnsafeRawPointer) throws -> Value {
        guard let box = object as? DecodedValue<Value> else {
            throw otherTypeError(type(of: object), expected: Value.self, at: start)
        }
        try nestAgain(box)
        return box.value
    }

    // MARK: Records

    /// Moves to an object's record and marks it as in progress.
    @inline(__always)
    private func enterRecord(_ id: UInt32) {
        let record = records.slots + Int(id)
        offsetOfDecoded &+= state.pointee.cursor - base - record.pointee.start
        state.pointee.cursor = base + record.pointee.start
        state.pointee.end = state.pointee.cursor + record.pointee.size
        state.pointee.expectNoSlot()
        record.pointee.begin(progress: inProgress.count)
        inProgress.append(id)
    }

    /// Returns to the place of a reference.
    @inline(__always)
    private func leaveRecord(to outer: ReaderState.Position) {
        offsetOfDecoded &+= state.pointee.cursor - outer.cursor
        state.pointee.position = outer
    }

    /// Stores the object of a finished record.
    @inline(__always)
    private func keep(_ object: AnyObject, _ id: UInt32) {
        records.slots[Int(id)].finish(Unmanaged.passRetained(object))
        completed.append(id)
        state.pointee.journalCount &+= 1
        inProgress.truncate(to: inProgress.count - 1)
    }

    /// Returns from a record whose object could not be created.
    @inline(never)
    private func abandon(_ id: UInt32, _ outer: ReaderState.Position) {
        chargeFailure(byteCount: records.slots[Int(id)].size)
        _ = records.slots[Int(id)].forget()
        if waitingReason != nil {
            giveUp(id)
        }
        inProgress.truncate(to: inProgress.count - 1)
        leaveRecord(to: outer)
    }

    /// Throws an error if a record holds a reference to another one, because such records could form a cycle.
    @inline(__always)
    private func checkRecordTag() throws {
        let tag = try _reader.peekTag()
        guard tag < Tag.reference13 || Self.isTagOfRecord(tag) else { throw notARecord(tag) }
    }

    @inline(never)
    private static func isTagOfRecord(_ tag: UInt8) -> Bool {
        !_GraphReader.isReference(tag) && tag != Tag.nil && tag != Tag.some && tag != Tag.typed
    }

    @inline(never)
    private func notARecord(_ tag: UInt8) -> any Error {
        malformed("The record of an object holds \(ValueDescription.kind(of: tag)).")
    }

    // MARK: Stack

    /// Whether enough of the stack is left for an initializer.
    @inline(__always)
    var hasStackRoom: Bool { cstack_pointer() >= state.pointee.stackLimit }

    /// Calls code that recurses without checking the stack. It always has the same amount of stack, on a new segment if needed.
    func withReserve<Result>(_ body: () throws -> Result) throws -> Result {
        hasStackRoom && stack.hasReserve ? try body() : try withMoreStack(body)
    }

    /// Continues on another segment of the stack.
    @usableFromInline @inline(never)
    func withMoreStack<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            try stack.reserveSegment()
        } catch let failure {
            throw error(failure.code, failure.message)
        }
        let outer = state.pointee.stackLimit
        defer { state.pointee.stackLimit = outer }
        return try stack.callOnNewSegment {
            state.pointee.stackLimit = stack.limit
            return try body()
        }
    }

    // MARK: Completion

    /// Defers the call of `didDecode()` if an object has this method.
    ///
    /// - Parameter type: The number of its type in the directory.
    @inline(__always)
    private func deferCompletion(of object: AnyObject, _ type: Int) {
        if hasCompletions {
            addCompletion(of: object, type)
        }
    }

    @inline(never)
    private func addCompletion(of object: AnyObject, _ type: Int) {
        guard resolvedTypes[type]?.hasCompletion ?? true, let object = object as? any GDecodeCompletion else { return }
        spend(DecodingCost.deferred)
        add(.completion(object), state.pointee.cursor, state.pointee.end)
    }
}
