import GraphInspection
import GraphCodableCompression

/// What `graphz verify` tells of an archive; its members are the members of the JSON object.
struct Verdict: Encodable {
    let name: String
    let isSound: Bool
    /// `raw` or `compressed`; `nil` when the archive is not sound, or was checked as a whole.
    private(set) var kind: String?
    private(set) var objectCount: Int?
    private(set) var blockCount: UInt64?
    private(set) var plainBytes: UInt64?
    private(set) var error: ErrorReport?

    /// That of an archive in which something is wrong.
    init(name: String, error: ErrorReport) {
        (self.name, isSound, self.error) = (name, false, error)
    }

    /// That of an archive of which checksums and values are sound.
    init(name: String, objectCount: Int, plainBytes: Int) {
        (self.name, isSound, self.objectCount) = (name, true, objectCount)
        self.plainBytes = UInt64(plainBytes)
    }

    /// That of an archive of which the checksums are sound, if it has any.
    init(name: String, container: GraphContainer.Summary) {
        (self.name, isSound) = (name, true)
        kind = container.kind == .raw ? "raw" : "compressed"
        plainBytes = container.plainByteCount
        blockCount = container.kind == .raw ? nil : container.blockCount
    }

    /// The verdict on a sound archive, for people.
    func text(isVerbose: Bool, _ palette: Palette) -> String {
        guard kind != "raw" else { return "raw archive, no checksums" }
        let sound = palette.paint("sound", .good)
        let counts = [
            objectCount.map { "\(DecimalText.grouped($0)) objects" },
            blockCount.map { "\(DecimalText.grouped($0)) blocks" },
            isVerbose ? plainBytes.map { "\(DecimalText.grouped($0)) bytes raw" } : nil,
        ]
        return ([sound] + counts.compactMap(\.self)).joined(separator: ", ")
    }
}
