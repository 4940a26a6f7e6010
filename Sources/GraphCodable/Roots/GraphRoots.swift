/// Several roots for one archive, each of which can be decoded by its name, without the others.
///
/// ```swift
/// let bytes = try GraphEncoder().encode(roots: ["document": document, "thumbnail": png])
/// let thumbnail = try GraphDecoder().decode(Data.self, root: "thumbnail", from: bytes)
/// ```
///
/// What several roots refer to is archived once. Each call that decodes a root creates objects of its own; to decode several
/// roots with the objects that they share, decode a struct that has their names as keys.
///
/// Roots are a value that any method accepts that encodes or saves a graph. ``GraphArchiveSummary/rootNames`` has their names.
public struct GraphRoots: GEncodable, ExpressibleByDictionaryLiteral {
    /// The roots, by their names.
    public var values: [String: any GEncodable]

    /// Creates roots.
    ///
    /// - Parameter values: The roots, by their names.
    public init(_ values: [String: any GEncodable]) {
        self.values = values
    }

    /// Creates roots from a literal.
    ///
    /// - Parameter elements: The names and the roots. Of several roots with one name, the last counts.
    public init(dictionaryLiteral elements: (String, any GEncodable)...) {
        values = Dictionary(elements) { $1 }
    }

    /// Encodes the roots in the order of their names.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of ``GEncoder/encode(_:for:)``.
    public func encode(to encoder: GEncoder) throws {
        let writer = encoder._writer
        for (name, value) in values.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            try writer.inSlot(name) { writer in
                try writer.withSession { try $0.encodeRoot(value) }
            }
        }
    }
}

extension GraphEncoder {
    /// Encodes several roots into one archive. Each can be decoded by its name.
    ///
    /// - Parameter roots: The roots, by their names. See ``GraphRoots``.
    /// - Returns: The archive.
    /// - Throws: The errors of `encode(_:)`.
    /// - Complexity: O(*n*) for *n* values.
    public func encode(roots: GraphRoots) throws -> Bytes { try encode(roots) }
}
