extension GraphEncoder {
    /// Encodes a graph and returns its archive's contents as readable text.
    ///
    /// - Parameters:
    ///   - root: The value or object from which everything to be archived can be reached.
    ///   - options: What to show, and how.
    /// - Returns: The lines, as from ``GraphArchive/dump(options:)``, except that values archived in a binary form are
    ///   shown with their own descriptions, unless the encoder has the option ``Options/canonical``.
    /// - Throws: The errors of encoding.
    /// - Complexity: O(*n*) for *n* values.
    public func dump<Root: GEncodable>(_ root: Root, options: GraphDumpOptions = .readable) throws -> String {
        var text = ""
        try dump(root, options: options) { text += $0 }
        return text
    }

    /// Encodes a graph and passes its archive's contents as readable text to a closure piece by piece, without holding
    /// all of the text in memory.
    ///
    /// - Parameters:
    ///   - root: The value or object from which everything to be archived can be reached.
    ///   - options: What to show, and how.
    ///   - sink: A closure that receives the next piece of the text.
    /// - Throws: The errors of encoding, and any error that `sink` throws.
    /// - Complexity: O(*n*) for *n* values.
    public func dump<Root: GEncodable>(
        _ root: Root, options: GraphDumpOptions = .readable, to sink: (String) throws -> Void
    ) throws {
        let descriptions = BinaryDescriptions(limit: options.maximumTextLength)
        let (bytes, described) = try withSession(descriptions: descriptions, { try root._encode(into: $0) }) {
            (try $0.makeBytes(), $0.binaryDescriptions)
        }
        try GraphArchive(bytes).dump(options: options, descriptions: described, to: sink)
    }
}
