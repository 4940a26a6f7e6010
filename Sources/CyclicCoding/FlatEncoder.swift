import CodingTree

/// The encoder that `encode(to:)` receives.
final class FlatEncoder: Encoder {
    let session: FlatteningSession
    let node: EncodedNode
    let path: CodingKeyPath?
    /// How deeply its containers are nested within the object.
    let level: Int

    init(session: FlatteningSession, node: EncodedNode, path: CodingKeyPath?, level: Int) {
        self.session = session
        self.node = node
        self.path = path
        self.level = level
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
    ///
    /// This method cannot throw. What is nested too deeply gets a node that belongs to no tree, and encoding fails later.
    func nested(_ key: any CodingKey, _ makeNode: (EncodedNode) -> EncodedNode) -> FlatEncoder {
        let path = CodingKeyPath(path, key)
        let isTooDeep = level >= FlatteningSession.maximumDepth
        if isTooDeep { session.noteExcessiveDepth(at: path) }
        let node = isTooDeep ? EncodedNode(keys: session.keys) : makeNode(node)
        return FlatEncoder(session: session, node: node, path: path, level: level + 1)
    }
}
