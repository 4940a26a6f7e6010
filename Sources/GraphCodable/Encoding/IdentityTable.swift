/// The ids of the values of one type whose identity the program chose.
///
/// Code of the program runs in here: it hashes and compares identities. The entries stand in no variable of the session
/// meanwhile, and the session refuses to be called.
class IdentityTable {
    /// What is known of an identity.
    struct Entry {
        let id: UInt32
        /// Whether the value has been met unconditionally, so that it has, or will have, a record.
        var isQueued: Bool

        mutating func meet(newID: UInt32, isConditional: Bool) -> Meeting {
            let isNew = id == newID
            let isFirst = !isConditional && !isQueued
            isQueued = isQueued || isFirst
            return isNew || isFirst ? .needsRecord(id: id, isNew: isNew) : .known(id: id)
        }
    }

    /// What became of a value that was met.
    enum Meeting {
        /// The value has no identity.
        case noIdentity
        /// A value of the same identity was met before.
        case known(id: UInt32)
        /// The value is the first of its identity, or the first that needs a record.
        case needsRecord(id: UInt32, isNew: Bool)
    }

    /// Whether the session knows that there may be entries, which end with the encoding.
    var isListed = false

    /// Looks a value up, and adds it when it is met for the first time.
    ///
    /// - Parameters:
    ///   - value: A value of the type.
    ///   - newID: The id that it gets if it is new.
    ///   - isConditional: Whether it is not to be archived for this reference's sake.
    func meet<Value>(_ value: Value, newID: UInt32, isConditional: Bool) -> Meeting {
        .noIdentity
    }

    func removeAll() {}
}

/// The identities of values that conform to ``GIdentifiable``.
final class ChosenIdentities<Identified: GIdentifiable>: IdentityTable {
    private var entries = IdentityEntries<Identified.GID>()

    override func meet<Value>(_ value: Value, newID: UInt32, isConditional: Bool) -> Meeting {
        guard let identity = (value as? Identified)?.gcodableID else { return .noIdentity }
        return entries.meet(identity, newID: newID, isConditional: isConditional)
    }

    override func removeAll() {
        entries.removeAll()
    }
}

/// The identities of hashable values that are their own.
final class OwnIdentities<Identified: Hashable>: IdentityTable {
    private var entries = IdentityEntries<Identified>()

    override func meet<Value>(_ value: Value, newID: UInt32, isConditional: Bool) -> Meeting {
        guard let identity = value as? Identified else { return .noIdentity }
        return entries.meet(identity, newID: newID, isConditional: isConditional)
    }

    override func removeAll() {
        entries.removeAll()
    }
}

private struct IdentityEntries<Identity: Hashable> {
    private var entries: [Identity: IdentityTable.Entry] = [:]

    mutating func meet(_ identity: Identity, newID: UInt32, isConditional: Bool) -> IdentityTable.Meeting {
        var entries: [Identity: IdentityTable.Entry] = [:]
        swap(&entries, &self.entries)
        defer { swap(&entries, &self.entries) }

        // Hashed once, whether it is there or not.
        return entries[identity, default: IdentityTable.Entry(id: newID, isQueued: false)]
            .meet(newID: newID, isConditional: isConditional)
    }

    mutating func removeAll() {
        // The identities are released when they stand in no variable of the session any more.
        var entries: [Identity: IdentityTable.Entry] = [:]
        swap(&entries, &self.entries)
    }
}
