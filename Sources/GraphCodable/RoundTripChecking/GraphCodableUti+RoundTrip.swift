extension GraphCodableUti {
    /// Finds what a graph loses when it is encoded and decoded. Use it in tests and debug builds.
    ///
    /// The method encodes the graph, decodes it, compares the copy with the original, and encodes the copy. It finds
    /// properties that `encode(to:)` does not write, and keys that `init(from:)` does not read. It also finds objects that came
    /// back as another class, sets that do not find their elements, and values, identities and archives that changed.
    ///
    /// ```swift
    /// @Test func documentsAreSavedWhole() throws {
    ///     #expect(try GraphCodableUti.roundTripProblems(of: Document.sample) == [])
    /// }
    /// ```
    ///
    /// Pass a graph with an instance of each class, in which no property has its default value: only what is present
    /// can get lost.
    ///
    /// Properties are found by reflection, which does not show the key of a property. A property therefore counts as
    /// written if a key has its name, or if there are enough other values, apart from nil. A weak reference may be nil
    /// in the copy if its object has no other reference. Elements of sets and dictionaries are compared only if the
    /// copy contains an equal element.
    ///
    /// - Parameters:
    ///   - root: The root of the graph. It is not changed.
    ///   - ignoredProperties: Properties that are omitted on purpose, as `Type.property`. The type is that of the value, or the
    ///     class that declares the property.
    ///   - options: The encoder's options.
    ///   - userInfo: The user info of the encoder and the decoder.
    /// - Returns: The problems, or an empty array if nothing was lost.
    /// - Throws: The errors of encoding and decoding.
    /// - Complexity: O(*n*) for *n* values, and far slower than encoding.
    @preconcurrency public static func roundTripProblems<Root: GCodable>(
        of root: Root, ignoring ignoredProperties: Set<String> = [], options: GraphEncoder.Options = [],
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> [RoundTripProblem] {
        let encoder = GraphEncoder(options)
        encoder.userInfo = userInfo
        let archive = try encoder.encode(root) as Bytes
        let unreadKeys = UnreadKeys()
        let session = DecodingSession(GraphDecodingPolicy())
        session.userInfo = userInfo
        session.unreadKeys = unreadKeys
        var released = try archive.withUnsafeBytes { Optional(try session.run(from: $0, Root._decode)) }
        // The copy may be too deep for Swift to release it. Encoding the original has found no error.
        defer { try? GraphReleaser.release(&released, userInfo: userInfo) }
        guard let copy = released else { return [] }

        var comparison = GraphComparison(ignoredProperties)
        comparison.compare(root, copy)
        let written = try GraphArchive(archive)
        var problems =
            try comparison.unwrittenProperties(WrittenValues(of: written)) + unreadKeys.problems(ignoredProperties)
            + comparison.problems
        if problems.isEmpty {
            let again = try encoder.encode(copy) as Bytes
            if again != archive {
                problems = try comparison.differences(written.summary, GraphArchive(again).summary)
            }
        }
        return problems
    }

    /// Finds the keys of an archive that the program's types do not read, such as those of renamed properties.
    ///
    /// ``roundTripProblems(of:ignoring:options:userInfo:)`` cannot see them, because it decodes what the same program has
    /// encoded. Keep files of each version, and check them in a test.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - archive: A raw archive.
    ///   - ignoredKeys: Keys that are no longer read on purpose, as `Type.key`; unkeyed values as in the problem, such as
    ///     `Type.1 without a key`.
    ///   - userInfo: The decoder's user info.
    /// - Returns: A problem of the kind `notRead` for each such key.
    /// - Throws: The errors of decoding.
    /// - Complexity: O(*n*) for *n* values.
    @preconcurrency public static func unreadKeys<Root: GDecodable>(
        of type: Root.Type, in archive: some Collection<UInt8>, ignoring ignoredKeys: Set<String> = [],
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> [RoundTripProblem] {
        let unreadKeys = UnreadKeys()
        let session = DecodingSession(GraphDecodingPolicy())
        session.userInfo = userInfo
        session.unreadKeys = unreadKeys
        _ = try Array(archive).withUnsafeBytes { try session.check(type, from: $0) }
        return unreadKeys.problems(ignoredKeys)
    }
}
