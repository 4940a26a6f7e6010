import GraphCodable

/// One type of a chain, for errors and for the walk from the newest version to the oldest.
///
/// `VersionedCodable` and `GVersionedCodable` decode in different ways; what a found version means is the same for both.
struct VersionChain {
    /// The newest type.
    let newest: Any.Type
    let codingPath: CodingPath

    /// Decides what to do when a document is not of the version of the type at hand.
    ///
    /// - Parameters:
    ///   - found: The version of the document.
    ///   - type: The type at hand, and its version.
    ///   - previous: The type's previous version; `nil` when there is none.
    /// - Throws: `VersioningError` unless the previous version, or one before it, may be the document's.
    func checkStep(
        found: Int?, at type: (type: Any.Type, version: Int?), to previous: (type: Any.Type, version: Int?)?
    ) throws {
        if let found, found > type.version ?? Int.min {
            guard type.type == newest else {
                // Each type may keep its version in another place: this one was not seen from the types above.
                throw error(
                    .gap,
                    """
                    The document is of version \(found), but its version is kept where \(type.type), of version \
                    \(Self.name(type.version)), has it. Add a type of version \(found) that keeps its version there.
                    """, found, type.version)
            }
            throw error(
                .newerThanKnown,
                """
                The document is of version \(found), but the newest version that this program knows of \(newest) is \
                \(Self.name(type.version)). Update the program.
                """, found, type.version)
        }
        guard let previous else {
            throw error(
                .olderThanKnown,
                """
                The document is of version \(Self.name(found)), but the oldest version that this program knows of \
                \(newest) is \(Self.name(type.version)), of the type \(type.type). Add a previous version for it.
                """, found, type.version)
        }
        guard let version = type.version, previous.version ?? Int.min < version else {
            throw error(
                .disorderedChain,
                """
                \(previous.type), of version \(Self.name(previous.version)), is the previous version of \(type.type), of \
                version \(Self.name(type.version)). Versions must fall from each type to its previous one.
                """, found, type.version)
        }
        // Version nil stands below every number.
        if let found, found > previous.version ?? Int.min {
            throw error(
                .gap,
                """
                The document is of version \(found), for which there is no type: \(type.type) is of version \
                \(Self.name(type.version)), and its previous version \(previous.type) of version \
                \(Self.name(previous.version)). Add a type of version \(found) between them.
                """, found, previous.version)
        }
    }

    private func error(
        _ code: VersioningError.Code, _ message: String, _ found: Int?, _ known: Int?
    ) -> VersioningError {
        VersioningError(code, message, found: found, known: known, codingPath: codingPath)
    }

    private static func name(_ version: Int?) -> String {
        version.map { "\($0)" } ?? "none"
    }
}
