import GraphInspection
import GraphCodableCompression

/// The result of `graphz verify` for an archive. Its properties are the members of the JSON object.
struct VerifyReport: Encodable {
    let name: String
    let isSound: Bool
    /// `raw` or `compressed`; `nil` if the archive is damaged, or if its values were checked, too.
    private(set) var kind: String?
    private(set) var objectCount: Int?
    private(set) var blockCount: UInt64?
    private(set) var plainBytes: UInt64?
    private(set) var error: ErrorReport?

    /// Creates the result for an archive with an error.
    init(name: String, error: ErrorReport) {
        (self.name, isSound, self.error) = (name, false, error)
    }

    /// Creates the result for an archive whose checksums and values are valid.
    init(name: String, objectCount: Int, plainBytes: Int) {
        (self.name, isSound, self.objectCount) = (name, true, objectCount)
        self.plainBytes = UInt64(plainBytes)
    }

    /// Creates the result for an archive whose checksums are valid, if it has any.
    init(name: String, container: GraphContainer.Summary) {
        (self.name, isSound) = (name, true)
        kind = container.kind == .raw ? "raw" : "compressed"
        plainBytes = container.plainByteCount
        blockCount = container.kind == .raw ? nil : container.blockCount
    }

    /// Returns the result for a valid archive as text.
    func text(isVerbose: Bool, _ palette: Palette) -> String {
        guard kind != "raw" else { return "raw archive, no checksums" }
        let sound = palette.paint("sound", .good)
        let counts = [
            objectCount.map { DecimalText.counted($0, "object") },
            blockCount.map { DecimalText.counted($0, "block") },
            isVerbose ? plainBytes.map { "\(DecimalText.grouped($0)) bytes raw" } : nil,
        ]
        return ([sound] + counts.compactMap(\.self)).joined(separator: ", ")
    }
}
