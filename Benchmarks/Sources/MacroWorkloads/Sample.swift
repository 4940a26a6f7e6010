import GraphCodableMacros

/// Fourteen scalars of mixed width, seven small arrays and a string.
@GCodable
public struct Sample {
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
}
