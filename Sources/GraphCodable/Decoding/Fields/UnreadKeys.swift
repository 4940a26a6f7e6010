/// Collects the keys that initializers do not decode, for the round-trip check.
final class UnreadKeys {
    private(set) var locations: [PropertyLocation] = []
    private var known: Set<PropertyLocation> = []

    /// Forgets what was recorded since there were fewer locations, because what was decoded is decoded again as another type.
    func forget(since count: Int) {
        while locations.count > count {
            known.remove(locations.removeLast())
        }
    }

    /// Records the keys that an initializer has not decoded.
    func note(_ keys: [String], unkeyedCount: Int, of typeName: String) {
        let unkeyed = unkeyedCount == 0 ? [] : ["\(unkeyedCount) without a key"]
        for key in keys + unkeyed {
            let location = PropertyLocation(typeName: typeName, property: key)
            if known.insert(location).inserted {
                locations.append(location)
            }
        }
    }
}

extension DecodingSession {
    /// Records the keys of the innermost composite that have not been decoded, if that is asked for.
    @inline(__always)
    func noteUnreadKeys() throws {
        #if !DEBUG
        guard unreadKeys != nil else { return }
        #endif
        try noteUnreadKeysNow()
    }

    @inline(never)
    private func noteUnreadKeysNow() throws {
        guard let type = archivedType(of: state.pointee.frame) else { return }
        #if DEBUG
        try warnOfRenamedKeys(type)
        #endif
        unreadKeys?.note(
            try undecodedKeys(), unkeyedCount: unkeyedCount,
            of: PropertyLocation.nameWithoutModule(type.readableName))
    }
}
