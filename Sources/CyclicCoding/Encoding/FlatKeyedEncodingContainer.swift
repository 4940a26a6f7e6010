/// Encodes the keyed values of a value.
struct FlatKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: FlatEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    private var values: FlatValues { encoder.session.values }

    private func set(_ position: UInt32, _ key: Key) { encoder.set(position, for: key.stringValue) }

    func encodeNil(forKey key: Key) { set(values.add(FlatValue(.null)), key) }
    func encode(_ value: Bool, forKey key: Key) { set(values.add(FlatValue(value)), key) }
    func encode(_ value: String, forKey key: Key) { set(values.add(value), key) }
    func encode(_ value: Double, forKey key: Key) { set(values.add(FlatValue(value)), key) }
    func encode(_ value: Float, forKey key: Key) { set(values.add(FlatValue(value)), key) }
    // The generic method would be slower.
    func encode(_ value: Int, forKey key: Key) { set(values.add(FlatValue(Int64(value))), key) }
    // The generic method is for all other integers. For these two, the standard library's default would take precedence over it.
    func encode(_ value: Int128, forKey key: Key) { set(values.add(integer: value), key) }
    func encode(_ value: UInt128, forKey key: Key) { set(values.add(integer: value), key) }

    func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer, forKey key: Key) {
        set(values.add(integer: value), key)
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        set(try encoder.session.encode(value, at: CodingKeyPath(encoder.path, key), level: encoder.level), key)
    }

    // MARK: Values that may be missing

    func encodeIfPresent(_ value: Bool?, forKey key: Key) { value.map { encode($0, forKey: key) } }
    func encodeIfPresent(_ value: String?, forKey key: Key) { value.map { encode($0, forKey: key) } }
    func encodeIfPresent(_ value: Double?, forKey key: Key) { value.map { encode($0, forKey: key) } }
    func encodeIfPresent(_ value: Int?, forKey key: Key) { value.map { encode($0, forKey: key) } }

    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        try value.ifPresent { try encode(copy $0, forKey: key) }
    }

    // MARK: References and nested containers

    func encodeConditional<Value: Encodable & AnyObject>(_ object: Value, forKey key: Key) {
        set(encoder.session.reference(to: object, .conditional, at: CodingKeyPath(encoder.path, key)), key)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder.nested(key).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.nested(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.nested(NameKey.super) }

    func superEncoder(forKey key: Key) -> any Encoder { encoder.nested(key) }
}

extension Optional where Wrapped: ~Copyable {
    /// Calls a closure with the value if there is one.
    ///
    /// Where the type is unknown, a copy would make the runtime look up that of the optional, which takes longer than a value.
    @inline(__always)
    fileprivate borrowing func ifPresent(_ body: (borrowing Wrapped) throws -> Void) rethrows {
        switch self {
        case .some(let value): try body(value)
        case .none: break
        }
    }
}
