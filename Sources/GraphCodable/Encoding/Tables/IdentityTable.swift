/// The IDs of the values of one type whose identity the program chose.
///
/// This class runs code of the program, which hashes and compares identities. Meanwhile, the session refuses all calls.
class IdentityTable {
    /// The identity of a value.
    enum Registration {
        case none
        /// One that the program chose. The value needs a record if its reference is the first that is not conditional.
        case chosen(id: UInt32, needsRecord: Bool, isNew: Bool)
        /// That of a value with other contents.
        case conflict(identity: String)
    }

    /// Whether the session has listed this table among those whose entries it removes when the encoding ends.
    var isListed = false

    /// Looks up a value, and adds it if it is encountered for the first time.
    ///
    /// - Parameters:
    ///   - newID: The ID of the value if it is new.
    ///   - isConditional: Whether the reference is conditional, and so does not request a record.
    ///   - isHashed: Whether the value is a part of an element of a set or of a key of a dictionary.
    func register<Value>(
        _ value: Value, newID: UInt32, isConditional: Bool, isHashed: Bool, in session: EncodingSession
    ) -> Registration {
        .none
    }

    func removeAll() {}
}

/// The entries of a table, found by hashing identities.
class HashedIdentities<Identity: Hashable>: IdentityTable {
    private struct Entry {
        let id: UInt32
        /// Whether the value has been encoded unconditionally, so that it has or will have a record.
        var isQueued = false

        mutating func register(newID: UInt32, isConditional: Bool) -> Registration {
            let needsRecord = !isConditional && !isQueued
            isQueued = isQueued || needsRecord
            return .chosen(id: id, needsRecord: needsRecord, isNew: id == newID)
        }
    }

    private var entries: [Identity: Entry] = [:]

    final func register(_ identity: Identity, newID: UInt32, isConditional: Bool) -> Registration {
        // Hashes the identity only once, whether or not it is present.
        entries[identity, default: Entry(id: newID)].register(newID: newID, isConditional: isConditional)
    }

    override func removeAll() {
        entries.removeAll()
    }
}

/// The identities of values that conform to ``GIdentifiable``.
final class ChosenIdentities<Identified: GIdentifiable>: HashedIdentities<Identified.GID> {
    /// The archived value of each identity.
    private var values: [Identified.GID: Identified] = [:]
    private let refusesConflicts: Bool
    #if DEBUG
    private var warnsOfConflicts = Identified.self is any Equatable.Type
    #endif

    /// - Parameter refusesConflicts: Whether to refuse all values with the same identity and different contents, and not
    ///   only hashed ones. A debug build otherwise warns of the first of them, if the type is `Equatable`.
    init(refusesConflicts: Bool) {
        self.refusesConflicts = refusesConflicts
    }

    override func register<Value>(
        _ value: Value, newID: UInt32, isConditional: Bool, isHashed: Bool, in session: EncodingSession
    ) -> Registration {
        guard let value = value as? Identified, let identity = value.gcodableID else { return .none }
        if isHashed || refusesConflicts, !session.isForReleasing, isConflict(value, identity, session) {
            return .conflict(identity: "\(identity)")
        }
        #if DEBUG
        if warnsOfConflicts, !session.isForReleasing, isConflict(value, identity, session) {
            EncodingSession.warnOfConflict("\(identity)", of: Identified.self)
            warnsOfConflicts = false
        }
        #endif
        let registration = register(identity, newID: newID, isConditional: isConditional)
        if case .chosen(_, let needsRecord, let isNew) = registration, needsRecord || isNew {
            values[identity] = value
        }
        return registration
    }

    private func isConflict(_ value: Identified, _ identity: Identified.GID, _ session: EncodingSession) -> Bool {
        values[identity].map { !Self.isSame($0, value, session) } ?? false
    }

    private static func isSame(_ first: Identified, _ second: Identified, _ session: EncodingSession) -> Bool {
        if Identified.self is AnyObject.Type, first as AnyObject === second as AnyObject {
            return true
        }
        if let first = first as? any Equatable, isEqual(first, second) {
            return true
        }
        // Unequal values may have the same archive: they may contain NaN, or differ only by what is not archived. Values without
        // a canonical archive cannot be compared, so they count as the same.
        guard let first = first as? any GEncodable, let second = second as? any GEncodable,
            let archive = archive(of: first, session), let other = self.archive(of: second, session)
        else { return true }
        return archive == other
    }

    private static func isEqual<Value: Equatable>(_ first: Value, _ second: Any) -> Bool { first == second as? Value }

    private static func archive<Value: GEncodable>(of value: Value, _ session: EncodingSession) -> Bytes? {
        // Nested values get no identity. Otherwise a value that contains itself would be compared without end. But shared values
        // are then written once for each use, so the size must be limited.
        var policy = session.policy
        policy.maximumPlainByteCount = min(policy.maximumPlainByteCount, 1 << 24)
        let encoder = GraphEncoder([.canonical, .ignoreGIdentifiableProtocol], policy: policy)
        encoder.userInfo = session.userInfo
        return try? encoder.encode(value)
    }

    override func removeAll() {
        super.removeAll()
        values.removeAll()
    }
}

/// The identities of hashable values that are their own identity.
final class OwnIdentities<Identity: Hashable>: HashedIdentities<Identity> {
    private let identity: (Any) -> Identity?

    /// - Parameter identity: Returns what is hashed of a value. Of texts this is ``ExactText``: equal texts with other bytes are
    ///   other values, because the archive would have only one of them.
    init(_ identity: @escaping (Any) -> Identity?) {
        self.identity = identity
    }

    override func register<Value>(
        _ value: Value, newID: UInt32, isConditional: Bool, isHashed: Bool, in session: EncodingSession
    ) -> Registration {
        identity(value).map { register($0, newID: newID, isConditional: isConditional) } ?? .none
    }
}
