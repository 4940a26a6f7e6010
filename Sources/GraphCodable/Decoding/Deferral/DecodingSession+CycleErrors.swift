extension DecodingSession {
    /// The error of a cycle that ends in `decodeOrDefer`. It is shared, because such a cycle may occur for each object.
    /// Only an initializer that catches it sees it.
    static let deferrableCycle: any Error = GraphCodableError(
        .unresolvableCycle, "A reference refers to an object that is still being initialized.")

    /// The error of a cycle that ends in a collection whose elements wait. It is shared as well.
    static let deferrableElements: any Error = GraphCodableError(
        .unresolvableCycle, "The elements of a collection refer to an object that is still being initialized.")

    /// Returns the error of a cycle that nothing breaks, with the properties along the cycle.
    ///
    /// - Parameters:
    ///   - id: The object that requires itself.
    ///   - cycle: The objects in progress, starting with this one.
    ///   - start: The start of the reference that closes the cycle.
    func cycleError(
        _ id: UInt32, through cycle: Slice<UnsafeBufferPointer<UInt32>>, at start: UnsafeRawPointer
    ) -> any Error {
        var names: [String] = []
        for (index, object) in zip(cycle.indices, cycle.prefix(16)) {
            let next = index + 1 < cycle.endIndex ? cycle[index + 1] : id
            // Only the position of the last reference is known.
            let place = index + 1 < cycle.endIndex ? nil : start
            let key = key(in: object, leadingTo: next, at: place).map { " (\($0))" } ?? ""
            names.append("\(className(of: object)) #\(object)\(key)")
        }
        if cycle.count > names.count {
            names.append("\(cycle.count - names.count) more")
        }
        names.append("\(className(of: id)) #\(id)")
        return error(
            .unresolvableCycle,
            """
            Objects need each other to be initialized: \(names.joined(separator: " → ")). One of these references must be set \
            later: make it a variable of a class, weak or with an initial value, and decode it with \
            deferDecode or decodeOrDefer, as @GCodable does\(deferringAdvice()).
            """, at: start)
    }

    /// Returns advice on which class can defer the value that contains the reference. It is empty if the reference is in a
    /// class, which can set it later.
    private func deferringAdvice() -> String {
        var frame = state.pointee.frame
        while !frame.pointee.isOutside, !frame.pointee.shape.pointee.isReference {
            frame -= 1
        }
        guard frame < state.pointee.frame, !frame.pointee.isOutside else { return "" }
        let name = archivedType(of: state.pointee.frame)?.readableName ?? "a value"
        return """
            ; the last one is in \(name), which is not a class, so \
            \(directory.types[frame.pointee.shape.pointee.type].readableName) has to defer the value
            """
    }

    private func className(of id: UInt32) -> String {
        withRecord(id) { shape, _ in directory.types[shape.pointee.type].readableName } ?? "value"
    }

    /// Returns the key with which an object stores a reference to another one, either directly or inside a value. Unless its
    /// place is known, it is the first reference that is followed.
    private func key(in id: UInt32, leadingTo target: UInt32, at place: UnsafeRawPointer?) -> String? {
        // This bounds the cost of the error, whatever the size of the objects.
        let size = records.slots[Int(id)].size
        guard size <= 4_096 else { return nil }
        spend(size)
        return withRecord(id) { _, start in
            var visitor = KeyFinder(target: target, place: place)
            try? walk(from: start, to: state.pointee.end, visitor: &visitor)
            return (visitor.unconditionalKey ?? visitor.conditionalKey).flatMap(directory.key)
        }
    }

    /// Returns whether a record holds an object, and not a value with an identity.
    func isObject(_ id: UInt32) -> Bool {
        withRecord(id) { shape, _ in shape.pointee.isReference } ?? false
    }

    /// Calls a closure with the start of an object's record, and then returns to the current position.
    private func withRecord<Result>(
        _ id: UInt32, _ body: (_ shape: UnsafeMutablePointer<ArchivedShape>, _ start: UnsafeRawPointer) -> Result?
    ) -> Result? {
        guard makeReadable(id) else { return nil }
        let record = records.slots[Int(id)]
        let outer = (state.pointee.cursor, state.pointee.end)
        defer { (state.pointee.cursor, state.pointee.end) = outer }
        let start = UnsafeRawPointer(base + record.start)
        (state.pointee.cursor, state.pointee.end) = (start, start + record.size)
        guard Self.isComposite(start.load(as: UInt8.self)),
            let (shape, _, _) = try? peekComposite(as: AnyObject.self)
        else { return nil }
        return body(shape, start)
    }
}

/// Finds the key of a composite whose value contains a reference to an object.
private struct KeyFinder: ArchiveValueVisitor {
    let target: UInt32
    /// The start of the reference, if it is known.
    let place: UnsafeRawPointer?
    var unconditionalKey: UInt32?
    /// The key of a conditional reference. It is rarely part of a cycle, because it is decoded late.
    var conditionalKey: UInt32?
    var depth = 0
    var key: UInt32 = 0

    mutating func visitSlot(keyID: UInt32, at position: UnsafeRawPointer) {
        if depth == 1 {
            key = keyID
        }
    }

    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) {
        depth += 1
    }

    mutating func end(at position: UnsafeRawPointer) {
        depth -= 1
    }

    mutating func visitReference(_ reference: ArchiveReference) {
        guard reference.id == target, place == nil || place == reference.position else { return }
        if reference.isConditional {
            conditionalKey = conditionalKey ?? key
        } else {
            unconditionalKey = unconditionalKey ?? key
        }
    }
}
