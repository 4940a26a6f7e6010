import GraphInspection

/// Formats numbers of bytes for display.
enum ByteCount {
    /// Returns a number of bytes in a suitable unit: `1.5 MiB`.
    static func text(_ count: some BinaryInteger) -> String {
        let units = ["KiB", "MiB", "GiB", "TiB"]
        guard count >= 1_024 else { return DecimalText.counted(count, "byte") }
        var tenths = UInt64(clamping: count) / 1_024 * 10 + UInt64(clamping: count) % 1_024 * 10 / 1_024
        var unit = 0
        while tenths >= 10_240, unit < units.count - 1 {
            tenths /= 1_024
            unit += 1
        }
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
