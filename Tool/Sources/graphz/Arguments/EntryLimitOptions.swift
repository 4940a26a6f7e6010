import ArgumentParser
import GraphCodable

/// The limit for reading the directory of an archive.
struct EntryLimitOptions: ParsableArguments {
    @Option(
        help: .value(
            "number",
            "The most objects, and the most keys, types, shapes and slots, that the archive may list; each takes up to 230 bytes."
        ))
    var maxEntries = GraphDecodingPolicy().maximumDirectoryEntryCount

    func validate() throws {
        try require(maxEntries >= 0, "--max-entries must not be negative.")
    }
}
