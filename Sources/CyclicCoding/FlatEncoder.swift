import CodingTree

/// The encoder that `encode(to:)` receives.
final class FlatEncoder: Encoder {
    let session: FlatteningSession
    let node: EncodedNode
    let path: CodingKeyPath?

    init(session: FlatteningSession, node: EncodedNode, path: CodingKeyPath?) {
        self.session = session
        self.node = node
        self.path = path
    }

    var codingPath: [any CodingKey] { session.codingPath(of: path) }

    var userInfo: [CodingUserInfoKey: Any] { session.visibleUserInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeKeyed()
        return KeyedEncodingContainer(FlatKeyedEncodingContainer(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeUnkeyed()
        return FlatUnkeyedEncodingContainer(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        FlatSingleValueEncodingContainer(encoder: self)
    }

    /// Returns an encoder for a nested container.
    func nested(_ node: EncodedNode, _ key: any CodingKey) -> FlatEncoder {
        FlatEncoder(session: session, node: node, path: CodingKeyPath(path, key))
    }
}
