extension GraphEncoder {
    /// Encodes a graph and shows what is archived, in readable form.
    ///
    /// - Parameters:
    ///   - root: The value or object from which everything can be reached.
    ///   - options: What to show, and how.
    /// - Returns: The lines, as ``GraphArchive/dump(options:)``, but with values that are archived in a binary form shown
    ///   as they describe themselves.
    /// - Throws: What encoding throws.
    /// - Complexity: O(*n*) for *n* values.
    public func dump<Root: GEncodable>(_ root: Root, options: GraphDumpOptions = .readable) throws -> String {
        var text = ""
        try dump(root, options: options) { text += $0 }
        return text
    }

    /// Encodes a graph and shows what is archived piece by piece, without holding all of the text in memory.
    ///
    /// - Parameters:
    ///   - root: The value or object from which everything can be reached.
    ///   - options: What to show, and how.
    ///   - sink: Takes the next piece of the text.
    /// - Throws: What encoding throws, and what `sink` throws.
    /// - Complexity: O(*n*) for *n* values.
    public func dump<Root: GEncodable>(
        _ root: Root, options: GraphDumpOptions = .readable, to sink: (String) throws -> Void
    ) throws {
        let (bytes, descriptions) = try withSession(
            root, sink: nil, descriptions: BinaryDescriptions(limit: options.maximumTextLength)
        ) { session in
            (try session.makeBytes(), session.binaryDescriptions)
        }
        try GraphArchive(bytes).dump(options: options, descriptions: descriptions, to: sink)
    }
}
