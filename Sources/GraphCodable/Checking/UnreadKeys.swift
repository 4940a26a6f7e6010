/// Collects the keys that initializers do not decode, for the round-trip check.
final class UnreadKeys {
    private var locations: [RoundTripProblem.Location] = []
    private var known: Set<RoundTripProblem.Location> = []

    /// Records the keys that an initializer has not decoded.
    func note(_ keys: [String], unkeyedCount: Int, of typeName: String) {
        let unkeyed = unkeyedCount == 0 ? [] : ["\(unkeyedCount) without a key"]
        for key in keys + unkeyed {
            let location = RoundTripProblem.Location(typeName: typeName, property: key)
            if known.insert(location).inserted {
                locations.append(location)
            }
        }
    }

    func problems(_ ignored: Set<String>) -> [RoundTripProblem] {
        locations.filter { !ignored.contains($0.description) }.map {
            RoundTripProblem(.notRead, $0, "\($0) is written, but not read.")
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
        let type = state.pointee.frame.pointee.shape.pointee.type
        guard directory.types.indices.contains(type) else { return }
        #if DEBUG
        try warnOfRenamedKeys(directory.types[type])
        #endif
        unreadKeys?.note(
            try undecodedKeys(), unkeyedCount: unkeyedCount,
            of: RoundTripProblem.shortName(directory.types[type].readableName))
    }
}

extension RoundTripProblem {
    /// Returns a name without its module.
    static func shortName(_ qualifiedName: String) -> String {
        guard let name = WrittenTypeName(qualifiedName), name.parts.count > 1 else { return qualifiedName }
        return name.parts.dropFirst().map {
            $0.name + WrittenTypeName.list($0.arguments.map { shortName($0.description) })
        }.joined(separator: ".")
    }

    static func shortName(of type: Any.Type) -> String { shortName(TypeNames.readableName(of: type)) }
}
