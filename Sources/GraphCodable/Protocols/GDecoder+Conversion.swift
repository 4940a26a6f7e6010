// A property whose type has changed keeps its key: what an older program wrote is decoded as the former type.

extension GDecoder {
    /// Decodes the value for a key, or converts what an older program wrote under the key as another type.
    ///
    /// ```swift
    /// number = try decoder.decode(for: Key.number, convertingFrom: Int.self, with: { String($0) })
    /// ```
    ///
    /// The value is decoded as the former type only if it cannot be one of the new type, if that reads none of its keys, or
    /// if that is an enumeration without raw values that uses a fallback. If the new type can read every value of the former one, as `Date` reads
    /// a `Double`, use another key instead. A value of which the former type would read no key, or leave out the part that the
    /// new type could not read, is not converted.
    ///
    /// What the objects of the former value defer is decoded before the conversion, except references that lead to an object
    /// in progress. ``decodeNow(for:convertingFrom:with:orLater:_:)`` waits for these, too.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - former: The former type.
    ///   - convert: A closure that converts a value of the former type.
    /// - Returns: The value.
    /// - Throws: The same errors as ``decode(for:)``, and any error that `convert` throws. If the value is of neither type,
    ///   the error is that of the type that could read more of it.
    /// - Complexity: The same as ``decode(for:)``. A value of the former type is read twice, and one of neither type three times.
    ///   Where *n* values of former types are inside each other, or lead to each other by references, the innermost is read *n* times.
    public func decode<Value: GDecodable, Former: GDecodable, Key: RawRepresentable>(
        for key: Key, convertingFrom former: Former.Type, with convert: (Former) throws -> Value
    ) throws -> Value where Key.RawValue == String {
        try _reader.beginSlot(key.rawValue)
        return try _reader.rollingBack { try $0.decode(convertingFrom: former, with: convert) }
    }

    /// Works like ``decodeNow(for:orLater:_:)``, but converts what an older program wrote as another type.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - former: The former type. See ``decode(for:convertingFrom:with:)``.
    ///   - convert: A closure that converts a value of the former type.
    ///   - owner: The object that is being initialized.
    ///   - body: A closure that receives the object and the value, if it is decoded later.
    /// - Returns: The value, or `nil` if the key is absent or the value is decoded later.
    /// - Throws: The same errors as ``decodeNow(for:orLater:_:)`` and ``decode(for:convertingFrom:with:)``.
    /// - Complexity: The same as ``decodeOrDefer(for:into:_:)``. A value of the former type is read twice, and one of neither type three times.
    public func decodeNow<Value: GDecodable, Former: GDecodable, Key: RawRepresentable, Owner: AnyObject>(
        for key: Key, convertingFrom former: Former.Type, with convert: @escaping (Former) throws -> Value,
        orLater owner: Owner, _ body: @escaping (Owner, Value) throws -> Void
    ) throws -> Value? where Key.RawValue == String {
        let reader = _reader
        guard try reader.beginSlot(ifPresent: key.rawValue) else { return nil }
        return try reader.decodeNow {
            try $0.decode(convertingFrom: former, with: convert)
        } orLater: {
            try body(owner, $0)
        }
    }
}

/// The state before a value of a property whose type has changed.
private struct ConversionStart {
    let cursor: UnsafeRawPointer
    let journal: Int
    /// The number of results that checks of types had.
    let checks: Int
    /// The number of keys that were noted as unread.
    let unreadKeys: Int
    #if DEBUG
    let warnings: Int
    #endif

    init(_ session: DecodingSession) {
        cursor = session.state.pointee.cursor
        journal = session.state.pointee.journalCount
        checks = session.typeChecks.results
        unreadKeys = session.unreadKeys?.locations.count ?? 0
        #if DEBUG
        warnings = session.pendingWarnings.count
        #endif
    }
}

extension _GraphReader {
    /// Decodes a value of a property whose type has changed.
    ///
    /// Objects may nest in such values, so what happens rarely is in functions of its own, which take no stack here.
    fileprivate func decode<Value: GDecodable, Former: GDecodable>(
        convertingFrom former: Former.Type, with convert: (Former) throws -> Value
    ) throws -> Value {
        // Neither type has an absent key.
        guard try peekTag() != Tag.absent else { return try Value._decode(from: self) }
        let start = withSession { ConversionStart($0) }
        switch withSession({ $0.conversionResult(Value.self, former, at: start.cursor) }) {
        case .neither: return try Value._decode(from: self)
        case .former(let problem):
            return try decodeFormer(former, insteadOf: problem, fallback: nil, from: start, with: convert)
        case nil: break
        }
        var problem: (any Error)?
        var fallback: UnsafeRawPointer?
        do {
            let (value, otherType) = try withSession { try $0.decodeChecking(Value.self, failure: nil) }
            switch otherType {
            case nil:
                #if DEBUG
                withSession { $0.printPendingWarnings() }
                #endif
                return value
            case .leavesOut: break
            case .fallback(let name): fallback = name
            }
        } catch {
            guard withSession({ $0.mayBeOfFormerType(error) }) else {
                // Where the value has to wait, what it has created would outlive it: the value may be of the former type.
                withSession { $0.forget(since: start.journal) }
                forgetWarnings(since: start)
                throw error
            }
            problem = error
        }
        return try decodeFormer(former, insteadOf: problem, fallback: fallback, from: start, with: convert)
    }

    /// Decodes a value as the type that a property had before, and converts it.
    ///
    /// - Parameters:
    ///   - problem: The error of decoding it as the present type; `nil` if that has none of the keys of the value, or uses a fallback.
    ///   - fallback: The position of the name of the case for which the present type uses a fallback.
    @inline(never)
    private func decodeFormer<Value: GDecodable, Former: GDecodable>(
        _ former: Former.Type, insteadOf problem: (any Error)?, fallback: UnsafeRawPointer?,
        from start: ConversionStart,
        with convert: (Former) throws -> Value
    ) throws -> Value {
        let value: Former
        do {
            value = try withSession { session in
                rewind(to: start)
                let problem = problem ?? session.errorOfOtherType(Value.self, at: start.cursor)
                return try session.decodeFormer(former, insteadOf: problem, fallback: fallback, from: start.cursor)
            }
        } catch  where problem == nil && withSession({ $0.mayBeOfNeitherType(error) }) {
            // The present type can be decoded from anything. The value may have others like it inside.
            rewind(to: start)
            withSession { $0.note(.neither, Value.self, former, at: start.cursor) }
            return try Value._decode(from: self)
        }
        withSession {
            #if DEBUG
            $0.printPendingWarnings()
            #endif
            // If the value is inside another one that turns out to be of its former type, it is decoded again. Where values lead to
            // others of their kind, trying the present type each time would double the time with each of them.
            guard !$0.typeChecks.isEmpty else { return }
            $0.note(.former(insteadOf: problem), Value.self, former, at: start.cursor)
        }
        return try convert(value)
    }

    private func rewind(to start: ConversionStart) {
        withSession {
            $0.rewind(to: start.cursor, start.journal)
            $0.typeChecks.takeBack(to: start.checks)
            $0.unreadKeys?.forget(since: start.unreadKeys)
        }
        forgetWarnings(since: start)
    }

    private func forgetWarnings(since start: ConversionStart) {
        #if DEBUG
        withSession { $0.pendingWarnings.removeLast(max($0.pendingWarnings.count - start.warnings, 0)) }
        #endif
    }
}
