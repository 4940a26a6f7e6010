extension GraphCodableUti {
    /// Looks for what a graph loses when it is encoded and decoded. For tests and debug builds.
    ///
    /// The graph is encoded, decoded, compared with the copy, and encoded again. This finds properties that `encode(to:)`
    /// does not write, keys that `init(from:)` does not read, objects that came back as another class, and values, identities
    /// and archives that changed.
    ///
    /// ```swift
    /// @Test func documentsAreSavedWhole() throws {
    ///     #expect(try GraphCodableUti.roundTripProblems(of: Document.sample) == [])
    /// }
    /// ```
    ///
    /// Let the graph have an instance of each class, and no property its default value: what is not there cannot get lost.
    ///
    /// Properties are found by reflection. Under which key a property is written cannot be seen, so a property counts as written if a
    /// key is called as it is, or if there are enough other values. A weak reference may be nil afterwards if
    /// nothing else leads to its object. Elements of sets and dictionaries are compared only if they are found again by being
    /// equal.
    ///
    /// - Parameters:
    ///   - root: The root of the graph, which is not changed.
    ///   - ignoredProperties: Properties that are left out on purpose, as `Type.property`.
    ///   - options: The encoder's options.
    ///   - userInfo: The user info of the encoder and the decoder.
    /// - Returns: The problems; empty if nothing was lost.
    /// - Throws: What encoding and decoding throw.
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
        let copy = try archive.withUnsafeBytes { try session.run(Root.self, from: $0) }

        var comparison = GraphComparison(ignoredProperties)
        comparison.compare(root, copy)
        let summary = try GraphArchive(archive).summary
        var problems =
            comparison.unwrittenProperties(summary) + unreadKeys.problems(ignoredProperties) + comparison.problems
        if problems.isEmpty {
            let again = try encoder.encode(copy) as Bytes
            if again != archive {
                problems = try comparison.differences(summary, GraphArchive(again).summary)
            }
        }
        return problems
    }
}
