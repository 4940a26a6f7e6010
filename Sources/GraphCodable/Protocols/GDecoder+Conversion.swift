// A property whose type has changed keeps its key: what an older program wrote is decoded as the former type.

extension GDecoder {
    /// Decodes the value for a key, or converts what an older program wrote under the key as another type.
    ///
    /// ```swift
    /// number = try decoder.decode(for: Key.number, convertingFrom: Int.self, with: { String($0) })
    /// ```
    ///
    /// The value is decoded as the former type only if it cannot be one of the new type, or if that reads none of its keys. If
    /// the new type can read every value of the former one, as `Date` reads a `Double`, use another key instead. A value of which
    /// the former type would read no key, or leave out the part that the new type could not read, is not converted.
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

extension _GraphReader {
    /// Whether the value that is being decoded has to wait for an object in progress.
    private var isWaiting: Bool { withSession { $0.waitingReason != nil } }

    fileprivate func decode<Value: GDecodable, Former: GDecodable>(
        convertingFrom former: Former.Type, with convert: (Former) throws -> Value
    ) throws -> Value {
        // Neither type has an absent key.
        guard try peekTag() != Tag.absent else { return try Value._decode(from: self) }
        let (start, journal) = (state.pointee.cursor, state.pointee.journalCount)
        let place = ConvertedValue(start: start, type: ObjectIdentifier(Value.self), former: ObjectIdentifier(former))
        let (isOfNeither, checks) = withSession { ($0.valuesOfOtherTypes.contains(place), $0.typeChecks) }
        guard !isOfNeither else { return try Value._decode(from: self) }
        func rewind(_ session: DecodingSession) {
            session.rewind(to: start, journal)
            session.typeChecks = checks
        }
        let problem: GraphCodableError
        var isReadable = false
        do {
            let (value, other) = try withSession { try $0.decodePresent(Value.self, from: start) }
            guard let other else { return value }
            (problem, isReadable) = (other, true)
        } catch let error as GraphCodableError where error.mayBeOfOtherType && !isWaiting {
            problem = error
        }
        let value: Former
        do {
            value = try withSession { session in
                rewind(session)
                return try session.decodeFormer(former, insteadOf: problem, from: start)
            }
        } catch  where isReadable && !isWaiting && Self.mayBeOfOtherType(error) {
            // The value is of neither type, but the present one can be decoded from anything. It may have others like it inside.
            withSession { session in
                rewind(session)
                session.valuesOfOtherTypes.insert(place)
            }
            return try Value._decode(from: self)
        }
        return try convert(value)
    }

    /// Whether an error of a former type may be that the value is of another type. Errors of its own are.
    private static func mayBeOfOtherType(_ error: any Error) -> Bool {
        (error as? GraphCodableError)?.mayBeOfOtherType ?? !(error is CancellationError)
    }
}
