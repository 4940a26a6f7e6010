/// Formats numbers for display.
package enum DecimalText {
    /// Returns a number with grouped thousands: `1,234,567`.
    package static func grouped(_ number: some BinaryInteger) -> String {
        var result = ""
        for (index, digit) in String(number).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3), digit != "-" {
                result.append(",")
            }
            result.append(digit)
        }
        return String(result.reversed())
    }

    /// Returns a number with what it counts: `1 object`, `2,000 objects`.
    package static func counted(_ number: some BinaryInteger, _ noun: String) -> String {
        "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }
}
