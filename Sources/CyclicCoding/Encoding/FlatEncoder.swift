/// The encoder that `encode(to:)` receives.
final class FlatEncoder: Encoder {
    let session: FlatteningSession
    /// The position of the value that is being encoded.
    let value: UInt32
    let path: CodingKeyPath?
    /// How deeply its containers are nested within the object.
    let level: Int

    init(session: FlatteningSession, value: UInt32, path: CodingKeyPath?, level: Int) {
        self.session = session
        self.value = value
        self.path = path
        self.level = level
    }

    var codingPath: [any CodingKey] { path.keys }

    var userInfo: [CodingUserInfoKey: Any] { session.visibleUserInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        become(.fields)
        return session.codedTypes.containers(keyedBy: type).container(keyedBy: type, of: self)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        become(.array)
        return FlatUnkeyedEncodingContainer(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        FlatSingleValueEncodingContainer(encoder: self)
    }

    // MARK: The value

    /// Makes the value one with keys or an array. If something else has been encoded, encoding fails.
    @inline(__always)
    private func become(_ kind: FlatValue.Kind) {
        let current = session.values[value]
        guard current.kind != kind || current.isSingle else { return }
        if current.isSingle || current.count > 0 { session.noteTwoKinds(at: path) }
        session.values.move(session.values.add(FlatValue(kind)), to: value)
    }

    /// The number of values in the array.
    var count: Int {
        let array = session.values[value]
        return array.kind == .array && !array.isSingle ? Int(array.count) : 0
    }

    /// Encodes a single value.
    func setSingle(_ child: UInt32) {
        if session.values[value].isSingle || session.values[value].count > 0 { session.noteTwoKinds(at: path) }
        session.values.move(child, to: value)
        session.values[value].isSingle = true
    }

    /// Encodes a value without a key.
    @inline(__always)
    func append(_ child: UInt32) {
        become(.array)
        session.values.append(child, to: value)
    }

    /// Encodes a value with a key, and replaces the one that has the key already.
    @inline(__always)
    func set(_ child: UInt32, for key: String) {
        become(.fields)
        session.keys.link(child, to: value, at: session.addKey(key, to: value), in: session.values)
    }

    // MARK: Nested containers

    /// Returns the encoder of a nested container for a key, and creates the container if necessary.
    ///
    /// The fields or the array that have been encoded with the key get more values, as with Foundation's JSON encoder.
    func nested(_ key: any CodingKey) -> FlatEncoder {
        guard let path = nestedPath(key) else { return outside(key) }
        become(.fields)
        let index = session.addKey(key.stringValue, to: value)
        if let index {
            let known = session.keys.position(at: index, of: session.values[value], in: session.values)
            session.values.expandNumbers(known)
            let isContainer = session.values[known].kind == .fields || session.values[known].kind == .array
            if isContainer { session.values[known].isSingle = false }
            if session.values[known].isNested || isContainer {
                return FlatEncoder(session: session, value: known, path: path, level: level + 1)
            }
            session.noteTwoKinds(at: path)
        }
        let child = addNested()
        session.keys.link(child, to: value, at: index, in: session.values)
        return FlatEncoder(session: session, value: child, path: path, level: level + 1)
    }

    /// Returns the encoder of a new nested container without a key.
    func appendNested() -> FlatEncoder {
        let key = IndexKey(count)
        guard let path = nestedPath(key) else { return outside(key) }
        let child = addNested()
        append(child)
        return FlatEncoder(session: session, value: child, path: path, level: level + 1)
    }

    private func addNested() -> UInt32 {
        var container = FlatValue(.fields)
        container.isNested = true
        return session.values.add(container)
    }

    /// Returns the path to a nested container, or `nil` if it is nested too deeply.
    private func nestedPath(_ key: any CodingKey) -> CodingKeyPath? {
        level < FlatteningSession.maximumDepth ? CodingKeyPath(path, key) : nil
    }

    /// Returns an encoder whose value belongs to nothing. The caller cannot throw, so encoding fails later.
    private func outside(_ key: any CodingKey) -> FlatEncoder {
        let path = CodingKeyPath(path, key)
        session.noteExcessiveDepth(at: path)
        return FlatEncoder(
            session: session, value: session.values.add(FlatValue(.fields)), path: path, level: level + 1)
    }
}
