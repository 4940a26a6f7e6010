import GraphCodable

/// Fourteen scalars of mixed width, seven small arrays and a string.
public struct Sample: GCodable, Codable, Equatable {
    var index: Int
    var tiny: Int8
    var small: Int16
    var medium: Int32
    var large: Int64
    var count: UInt
    var byte: UInt8
    var word: UInt16
    var mask: UInt32
    var identifier: UInt64
    var ratio: Float
    var weight: Double
    var isValid: Bool
    var isLast: Bool
    var bytes: [UInt8]
    var offsets: [Int16]
    var samples: [Int32]
    var times: [Int64]
    var levels: [Float]
    var points: [Double]
    var flags: [Bool]
    var name: String

    public init() {
        index = 41
        tiny = -7
        small = 1_234
        medium = -123_456
        large = 9_876_543_210
        count = 77
        byte = 200
        word = 60_000
        mask = 0xDEAD_BEEF
        identifier = 0x1234_5678_9ABC_DEF0
        ratio = 0.125
        weight = 3.141_592_653_589_793
        isValid = true
        isLast = false
        bytes = [1, 2, 3, 4, 5, 6, 7, 8]
        offsets = [-100, 0, 100, 200]
        samples = [1, -20, 300, -4_000, 50_000, -600_000]
        times = [1_700_000_000, 1_700_000_060, 1_700_000_120]
        levels = [0.5, 0.25, 0.75, 1]
        points = [0.1, 0.2, 0.3, 0.4, 0.5]
        flags = [true, false, true, true]
        name = "sample of a measurement"
    }

    private enum Key: String {
        case index, tiny, small, medium, large, count, byte, word, mask, identifier, ratio, weight, isValid, isLast
        case bytes, offsets, samples, times, levels, points, flags, name
    }

    public init(from decoder: GDecoder) throws {
        index = try decoder.decode(for: Key.index)
        tiny = try decoder.decode(for: Key.tiny)
        small = try decoder.decode(for: Key.small)
        medium = try decoder.decode(for: Key.medium)
        large = try decoder.decode(for: Key.large)
        count = try decoder.decode(for: Key.count)
        byte = try decoder.decode(for: Key.byte)
        word = try decoder.decode(for: Key.word)
        mask = try decoder.decode(for: Key.mask)
        identifier = try decoder.decode(for: Key.identifier)
        ratio = try decoder.decode(for: Key.ratio)
        weight = try decoder.decode(for: Key.weight)
        isValid = try decoder.decode(for: Key.isValid)
        isLast = try decoder.decode(for: Key.isLast)
        bytes = try decoder.decode(for: Key.bytes)
        offsets = try decoder.decode(for: Key.offsets)
        samples = try decoder.decode(for: Key.samples)
        times = try decoder.decode(for: Key.times)
        levels = try decoder.decode(for: Key.levels)
        points = try decoder.decode(for: Key.points)
        flags = try decoder.decode(for: Key.flags)
        name = try decoder.decode(for: Key.name)
    }

    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(index, for: Key.index)
        try encoder.encode(tiny, for: Key.tiny)
        try encoder.encode(small, for: Key.small)
        try encoder.encode(medium, for: Key.medium)
        try encoder.encode(large, for: Key.large)
        try encoder.encode(count, for: Key.count)
        try encoder.encode(byte, for: Key.byte)
        try encoder.encode(word, for: Key.word)
        try encoder.encode(mask, for: Key.mask)
        try encoder.encode(identifier, for: Key.identifier)
        try encoder.encode(ratio, for: Key.ratio)
        try encoder.encode(weight, for: Key.weight)
        try encoder.encode(isValid, for: Key.isValid)
        try encoder.encode(isLast, for: Key.isLast)
        try encoder.encode(bytes, for: Key.bytes)
        try encoder.encode(offsets, for: Key.offsets)
        try encoder.encode(samples, for: Key.samples)
        try encoder.encode(times, for: Key.times)
        try encoder.encode(levels, for: Key.levels)
        try encoder.encode(points, for: Key.points)
        try encoder.encode(flags, for: Key.flags)
        try encoder.encode(name, for: Key.name)
    }
}
