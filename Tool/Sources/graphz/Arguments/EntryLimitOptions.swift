import ArgumentParser
import GraphCodable

/// The limit for reading the directory of an archive.
struct EntryLimitOptions: ParsableArguments {
    @Option(
        help: .value(
            "number",
            "Limit the keys, types, shapes and slots that the archive lists; each takes up to 230 bytes of memory."))
    var maxEntries = 1 << 20

    func validate() throws {
        try require(maxEntries >= 0, "--max-entries must not be negative.")
    }
}
