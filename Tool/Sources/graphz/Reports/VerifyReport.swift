import GraphInspection

/// The result of `graphz verify` for an archive.
struct VerifyReport {
    let name: String
    /// `raw` or `compressed`; `nil` if the archive is damaged, or if its values were checked, too.
    var kind: String?
    var objectCount: Int?
    var blockCount: UInt64?
    var plainBytes: UInt64?
    /// `nil` if the archive is sound.
    var error: ToolError?

    var json: JSONObject {
        [
            "name": name, "isSound": error == nil, "kind": kind, "objectCount": objectCount, "blockCount": blockCount,
            "plainBytes": plainBytes, "error": error?.json,
        ]
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
