import GraphCodable
import GraphCodableCompression

/// Saves a numbered version of a file, with backups, for Laboratory/torture_saving.py, which kills it.
enum VersionSaver {
    static func run(_ arguments: [String]) throws {
        guard arguments.count == 4, let number = UInt64(arguments[1]), let count = Int(arguments[2]),
            let byteCount = Int(arguments[3]), byteCount >= 0
        else {
            TestPrograms.fail("usage: TestPrograms save FILE VERSION BACKUPS BYTES", status: 2)
        }
        try GraphEncoder().save(Version(number: number, byteCount: byteCount), to: arguments[0], keeping: count)
    }
}

/// Some bytes that a generator makes of a number, so that no codec makes them smaller.
struct Version: GCodable {
    private enum Key: String {
        case number, bytes
    }

    let number: UInt64
    let bytes: [UInt8]

    init(number: UInt64, byteCount: Int) {
        self.number = number
        var state = number
        bytes = (0..<byteCount).map { _ in
            // The constants of Knuth's MMIX; the upper bits are the random ones.
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    init(from decoder: any GDecoder) throws {
        number = try decoder.decode(for: Key.number)
        bytes = try decoder.decode(for: Key.bytes)
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(number, for: Key.number)
        try encoder.encode(bytes, for: Key.bytes)
    }
}
