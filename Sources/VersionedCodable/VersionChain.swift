import CyclicCoding
import GraphCodable

/// The types that can decode a document, newest first.
///
/// `VersionedCodable` and `GVersionedCodable` decode in different ways, but interpret versions in the same way.
struct VersionChain {
    /// More than any program has. Generic types could form an infinite chain of previous versions.
    private static let maximumCount = 1_000

    /// The types in the chain, and the versions that they decode.
    private(set) var links: [(type: Any.Type, version: Int?)] = []
    private var seen: Set<ObjectIdentifier> = []

    /// Adds the predecessor of the last type.
    ///
    /// - Throws: `VersioningError` if the chain contains the type already, or does not end.
    mutating func append(_ type: Any.Type, version: Int?) throws {
        guard seen.insert(ObjectIdentifier(type)).inserted, links.count < Self.maximumCount else {
            throw VersioningError(
                .endlessChain,
                """
                \(type) is an earlier version of itself: the previous versions of \(newest) never end. The oldest version \
                must have the previous version NothingEarlier.
                """,
                tried: links.map(\.type))
        }
        links.append((type, version))
    }

    private var newest: Any.Type { links.first?.type ?? NothingEarlier.self }

    /// Returns the error for a document whose version no type has.
    ///
    /// - Parameter found: The version of the document.
    func unsupported(_ found: Int?, codingPath: CodingPath) -> VersioningError {
        let known = links.compactMap(\.version)
        let below = known.filter { $0 < found ?? Int.min }.max()
        let above = known.filter { $0 > found ?? Int.min }.min()
        let (code, advice): (VersioningError.Code, String) =
            switch (below, above) {
            case (_, nil): (.newerThanKnown, "Update the program.")
            case (nil, _): (.olderThanKnown, "Add a type of that version at the end of the chain.")
            default: (.gap, "Add a type of that version to the chain, which keeps its version in that place.")
            }
        // A type of that version has looked for it without success.
        let elsewhere = links.first { found != nil && $0.version == found }.map { link in
            "\(link.type) is of that version, but looks for it elsewhere: its versionPath is another one."
        }
        return VersioningError(
            code,
            """
            The document \(found.map { "is of version \($0)" } ?? "has no version"), which no type in the chain of \(newest) \
            decodes. Tried: \(tried). \(elsewhere ?? advice)
            """,
            found: found, known: below ?? above, tried: links.map(\.type), codingPath: codingPath)
    }

    /// The types with their versions; only the first and the last of a long list.
    private var tried: String {
        links.shortened(by: ", ") { "\($0.type) (\($0.version.map { "version \($0)" } ?? "no version"))" }
    }
}
