extension DecodingSession {
    /// Returns the error for a value of whose keys a type has none.
    func errorOfOtherType(_ type: Any.Type, at start: UnsafeRawPointer) -> any Error {
        error(.typeMismatch, "\(TypeNames.shortName(of: type)) has none of the keys of the value.", at: start)
    }

    /// Returns whether an error of the present type may be that the value is of the former type.
    @inline(never)
    func mayBeOfFormerType(_ error: any Error) -> Bool {
        waitingReason == nil && (error as? GraphCodableError)?.mayBeOfOtherType == true
    }

    /// Returns whether an error of a former type may be that the value is not of that type, either. Errors of its own are.
    func mayBeOfNeitherType(_ error: any Error) -> Bool {
        waitingReason == nil
            && ((error as? GraphCodableError)?.mayBeOfOtherType ?? !(error is CancellationError))
    }

    /// Returns what is known of a value.
    @inline(never)
    func conversionResult(_ type: Any.Type, _ former: Any.Type, at start: UnsafeRawPointer) -> ConversionResult? {
        notes.conversionResults.isEmpty ? nil : notes.conversionResults[ConvertedValue(start, type, former)]
    }

    func note(_ result: ConversionResult, _ type: Any.Type, _ former: Any.Type, at start: UnsafeRawPointer) {
        notes.conversionResults[ConvertedValue(start, type, former)] = result
        hasNotes = true
    }

    /// Decodes a value, and returns why it may be of another type, if so.
    func decodeChecking<Value: GDecodable>(
        _ type: Value.Type, failure: UnsafeRawPointer?
    ) throws -> (value: Value, otherType: TypeCheck.OtherType?) {
        typeChecks.begin(level: level, runningValueCount: runningValue.level, failure: failure)
        defer { typeChecks.end() }
        return (try Value._decode(from: _reader), typeChecks.otherType)
    }

    /// Decodes a value as the type that a property had before.
    ///
    /// - Parameters:
    ///   - type: The former type.
    ///   - problem: The error of decoding it as the present type.
    ///   - fallback: The position of the name of a case that the present type does not have, if it used a fallback instead.
    ///   - start: The start of the value, which is at the cursor.
    /// - Throws: The error of the type that could read more of the value.
    func decodeFormer<Former: GDecodable>(
        _ type: Former.Type, insteadOf problem: any Error, fallback: UnsafeRawPointer?, from start: UnsafeRawPointer
    ) throws -> Former {
        guard let error = problem as? GraphCodableError else { throw problem }
        let value: Former
        let otherType: TypeCheck.OtherType?
        do {
            (value, otherType) = try decodeChecking(type, failure: fallback ?? failure(of: error))
        } catch let other as GraphCodableError where other.mayBeOfOtherType {
            throw distance(of: other, from: start) > distance(of: error, from: start) ? other : error
        }
        // Its own fallback is better than an error of the present type, but not than a fallback of that.
        guard otherType.map({ $0.isFallback && fallback == nil }) ?? true else { throw error }
        try prepareConversion(from: start)
        guard isRead(error) else { throw error }
        return value
    }

    /// Returns whether the former type has read the object that the present type could not read, if it was one.
    private func isRead(_ error: GraphCodableError) -> Bool {
        guard case .inRecord(let id, _, _) = error.position, id != inProgress.elements.last ?? 0 else { return true }
        return records.slots[Int(id)].doneObject != nil
    }

    /// The number of composites that are being decoded.
    private var level: Int { state.pointee.frame - state.pointee.frames }

    /// Looks at a composite of which not everything has been decoded, if it may be a value of another type.
    @inline(__always)
    func checkType() throws {
        if !typeChecks.isEmpty { try checkTypes() }
    }

    @inline(never)
    private func checkTypes() throws {
        let count = try typeChecks.visit(level: level, runningValueCount: runningValue.level) {
            try table(of: state.pointee.frame)
        }
        // In a chain of such values, each is compared with all around it.
        spend(count / 4)
    }

    /// Notes that the innermost composite has a case that its type does not have.
    func noteFallback() {
        typeChecks.noteFallback(
            from: state.pointee.frame.pointee.start, level: level, runningValueCount: runningValue.level)
    }

    private func failure(of error: GraphCodableError) -> UnsafeRawPointer? {
        guard case .inRecord(_, let offset, let missingKey) = error.position else { return nil }
        // A missing key belongs to its composite, whose header is before the first value.
        return UnsafeRawPointer(base + offset - (missingKey == nil ? 0 : 1))
    }

    /// Returns how many bytes after the start of a value an error occurred. Objects inside the value have records of their own.
    private func distance(of error: GraphCodableError, from start: UnsafeRawPointer) -> Int {
        guard let failure = failure(of: error), failure >= start else { return .max }
        return failure - start
    }

    /// Decodes what the objects of a former value have deferred, because its conversion reads them. If that leads to an object
    /// in progress, the value waits, if it can.
    private func prepareConversion(from start: UnsafeRawPointer) throws {
        guard mayChange, start < state.pointee.cursor else { return }
        let end = state.pointee.cursor
        var visitor = ReferenceGraph.Visitor()
        visitor.maximumCount = totalCostLeft / DecodingCost.hashingStep
        do {
            try walk(from: start, to: end, visitor: &visitor)
        } catch  where visitor.isFull {
            throw tooCostly()
        }
        state.pointee.cursor = end
        let ids = Array(visitor.targets + visitor.conditional)
        // A set in the former value may have the object to which the conversion belongs. It is built first.
        _ = try prepareHashing(of: ids, after: max(runningValue.level - 1, 0))
        if canWait, let work = ids.lazy.compactMap({ self.runningWork(of: $0) }).first {
            throw noteWaitingForElements(record: 0, work: work)
        }
    }

    /// Returns the value of an object that is being decoded around the innermost one.
    private func runningWork(of id: UInt32) -> Int? {
        var next = deferred.first(of: id)
        while let index = next {
            spend(DecodingCost.hashingStep)
            if deferred[index].progress == .running, deferred[index].level < runningValue.level { return index }
            next = deferred.next(after: index)
        }
        return nil
    }
}

extension GraphCodableError {
    /// Whether the error may be that the archive holds a value of another type.
    var mayBeOfOtherType: Bool {
        isOfOtherType
            || [
                .typeMismatch, .valueOutOfRange, .wrongClass, .typeNotFound, .valueNotFound, .keyNotFound,
                .duplicateElement,
            ]
            .contains(code)
    }
}
