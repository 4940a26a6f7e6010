import ArgumentParser

/// A number of bytes, such as `4096`, `64K`, `16M` or `4G`. The units are powers of 1,024.
struct SizeArgument: ExpressibleByArgument {
    let byteCount: UInt64

    private static let units: [(name: String, shift: UInt64)] = [("T", 40), ("G", 30), ("M", 20), ("K", 10)]

    var defaultValueDescription: String {
        for (name, shift) in Self.units where byteCount > 0 && byteCount % (1 << shift) == 0 {
            return "\(byteCount >> shift)\(name)"
        }
        return String(byteCount)
    }
}

extension SizeArgument {
    init?(argument: String) {
        // The uppercase of a character can be several.
        let shift = Self.units.first { $0.name == argument.last?.uppercased() }?.shift
        guard let number = UInt64(shift == nil ? argument[...] : argument.dropLast()) else { return nil }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << (shift ?? 0))
        guard !overflow else { return nil }
        self.init(byteCount: bytes)
    }
}
