import GraphCodableMacros

/// Twelve 32-bit integers of all magnitudes.
@GCodable
public struct NumericStruct {
    var a: Int32, b: Int32, c: Int32, d: Int32, e: Int32, f: Int32
    var g: Int32, h: Int32, i: Int32, j: Int32, k: Int32, l: Int32

    public init() {
        a = 1
        b = -2
        c = 300
        d = 40_000
        e = 5
        f = 6_000_000
        g = 7
        h = -8_888
        i = 9
        j = 10
        k = 1_111_111_111
        l = 12
    }
}
