#if DEBUG
import Synchronization

/// Warnings of debug builds about what a program may have forgotten to read.
extension DecodingSession {
    /// A key that an initializer has looked for without success.
    struct MissingKey {
        /// The number of frames around the initializer's.
        let level: Int
        /// The start of its values, by which it is distinguished from others at the same level.
        let start: UnsafeRawPointer
        let key: String
    }

    struct RenamedKeysWarning {
        /// The missing keys, after the names of their types.
        let places: Set<String>
        let message: String
    }

    /// The warnings that have been printed, by type and key.
    static let renamedKeys = Mutex<[String: String]>([:])

    /// Warns if the innermost composite has keys that its initializer has not read, and lacks others that it looked for: a
    /// property may have been renamed. Each key of a type is reported once. An initializer that migrates an older version has
    /// dropped keys on purpose.
    func warnOfRenamedKeys(_ type: TypeEntry) throws {
        let level = dropOldMissingKeys()
        if olderComposites.removeValue(forKey: state.pointee.frame.pointee.start) == true { return }
        // Only the last ones: there may be some for each of a million nested initializers.
        var seen: Set<String> = []
        let missing = Array(missingKeys.reversed().prefix { $0.level == level }.map(\.key).reversed())
            .filter { seen.insert($0).inserted }
        guard !missing.isEmpty else { return }
        let places = Set(missing.map { "\(type.readableName).\($0)" })
        let isKnown = Self.renamedKeys.withLock { warnings in places.allSatisfy { warnings[$0] != nil } }
        guard !isKnown, !pendingWarnings.contains(where: { $0.places == places }) else { return }
        let unread = try undecodedKeys()
        let contents = unread.isEmpty ? "\(unkeyedCount) values without keys" : Self.list(unread)
        guard !unread.isEmpty || unkeyedCount > 0 else { return }
        let advice =
            unread.first.map {
                """
                If a property was renamed, name its old key, as in @CodableAlias("\($0)"). If it was removed, read the key in \
                migrate(from:_:).
                """
            }
            ?? "If the type has decoded them in order before, do that in migrate(from:_:) while unkeyedCount is not 0."
        let warning = RenamedKeysWarning(
            places: places,
            message: """
                An archive of \(type.readableName) has \(contents), which nobody reads, but not \(Self.list(missing)), for \
                which the default is used. \(advice)
                """)
        pendingWarnings.append(warning)
        printPendingWarnings()
    }

    /// Prints the warnings, unless a property whose type has changed is being decoded: its value may be of the former type.
    func printPendingWarnings() {
        guard typeChecks.isEmpty else { return }
        for warning in pendingWarnings {
            Self.renamedKeys.withLock { warnings in
                for place in warning.places { warnings[place] = warning.message }
            }
            Warning.print(EscapedText.printable(warning.message))
        }
        pendingWarnings.removeAll()
    }

    /// Remembers that the innermost initializer has asked for the version.
    func noteVersionIsAsked() {
        let start = state.pointee.frame.pointee.start
        if olderComposites[start] != nil { olderComposites[start] = true }
    }

    /// Remembers a key that the innermost initializer has looked for without success.
    func noteMissingKey(_ key: String) {
        let level = dropOldMissingKeys()
        missingKeys.append(MissingKey(level: level, start: state.pointee.frame.pointee.start, key: key))
    }

    /// Removes the keys of initializers that have ended, and returns the number of frames around the innermost one.
    @discardableResult
    func dropOldMissingKeys() -> Int {
        let (level, start) = (state.pointee.frame - state.pointee.frames, state.pointee.frame.pointee.start)
        while let last = missingKeys.last, last.level > level || last.level == level && last.start != start {
            missingKeys.removeLast()
        }
        return level
    }

    private static func list(_ keys: [String]) -> String {
        keys.prefix(8).map { "'\($0)'" }.joined(separator: ", ") + (keys.count > 8 ? ", …" : "")
    }
}
#endif
