import CodingTree

/// The decoder that `init(from:)` receives.
final class FlatDecoder: Decoder {
    let session: RestoringSession
    let value: TreeValue
    let path: CodingKeyPath?

    init(session: RestoringSession, value: TreeValue, path: CodingKeyPath?) {
        self.session = session
        self.value = value
        self.path = path
    }

    var codingPath: [any CodingKey] { session.codingPath(of: path) }

    var userInfo: [CodingUserInfoKey: Any] { session.visibleUserInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let content = try session.content(of: value, at: path)
        guard case .fields(let fields) = content else {
            throw session.mismatch([String: Any].self, content, at: path)
        }
        try FieldCheck.check(FlatKeyedDecodingContainer(decoder: self, fields: fields), readWith: type)
        return KeyedDecodingContainer(FlatKeyedDecodingContainer(decoder: self, fields: fields))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let content = try session.content(of: value, at: path)
        if case .fields(let fields) = content, fields.values.isEmpty {
            // A value that encodes nothing is stored as empty fields, whatever kind of container it requested.
            return FlatUnkeyedDecodingContainer(decoder: self, elements: [])
        }
        guard case .array(let elements) = content else { throw session.mismatch([Any].self, content, at: path) }
        return FlatUnkeyedDecodingContainer(decoder: self, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        FlatSingleValueDecodingContainer(decoder: self)
    }

    /// Returns a decoder for a nested container.
    func nested(_ value: TreeValue, _ key: any CodingKey) -> FlatDecoder {
        FlatDecoder(session: session, value: value, path: CodingKeyPath(path, key))
    }
}
