/// Utilities that check encoding and decoding, for tests and debugging.
public enum GraphCodableUti {
    /// Encodes a graph and checks the archive with ``GraphArchive/verify()``.
    ///
    /// - Parameters:
    ///   - root: The root of the graph.
    ///   - options: The encoder's options.
    ///   - userInfo: The encoder's user info.
    /// - Returns: The archive.
    /// - Throws: The same errors as `encode(_:)` of ``GraphEncoder``, and `malformed` if the archive cannot be read, which
    ///   is a bug in the package.
    /// - Complexity: O(*n*) for *n* values.
    @preconcurrency public static func checkEncoder<Root: GEncodable, Output: RangeReplaceableCollection>(
        root: Root, options: GraphEncoder.Options = [], userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> Output where Output.Element == UInt8 {
        let encoder = GraphEncoder(options)
        encoder.userInfo = userInfo
        let bytes = try encoder.encode(root) as Bytes
        try GraphArchive(bytes).verify()
        return Output(bytes)
    }

    /// Decodes a graph and prints the decoded classes, and which classes replaced others.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - data: The archive.
    ///   - qualifiedClassNames: Whether to print the names of classes with their modules.
    ///   - userInfo: The decoder's user info.
    /// - Returns: The root.
    /// - Throws: The same errors as ``GraphDecoder/decode(_:from:)-(_,UnsafeRawBufferPointer)``.
    /// - Complexity: O(*n*) for *n* bytes.
    @preconcurrency public static func checkDecoder<Root: GDecodable, Input: Sequence>(
        type: Root.Type, data: Input, qualifiedClassNames: Bool = true,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> Root where Input.Element == UInt8 {
        // A new session knows no other classes.
        let session = DecodingSession(GraphDecodingPolicy())
        session.userInfo = userInfo
        let root = try Bytes(data).withUnsafeBytes { try session.run(from: $0, Root._decode) }
        let classes = session.resolvedTypes.compactMap(\.self)
        if !classes.isEmpty {
            print(report(on: classes, qualifiedClassNames: qualifiedClassNames))
        }
        return root
    }

    private static func report(on classes: [ResolvedType], qualifiedClassNames: Bool) -> String {
        func name(_ type: Any.Type) -> String { "'\(_typeName(type, qualified: qualifiedClassNames))'" }
        var lines = ["Decoded Classes: --------------------------"]
        lines += Set(classes.map { name($0.type) }).sorted().map { "\t\($0)" }
        let replacements = classes.compactMap { decoded in
            decoded.replaced.map { (old: name($0), new: name(decoded.type)) }
        }
        if !replacements.isEmpty {
            lines.append("where:")
            for replacement in replacements.sorted(by: { $0.old < $1.old }) {
                lines += ["\t\(replacement.old)", "\t\twas replaced by \(replacement.new)"]
            }
        }
        return lines.joined(separator: "\n")
    }
}
