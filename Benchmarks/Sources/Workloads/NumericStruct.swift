import GraphCodable

/// Twelve 32-bit integers of all magnitudes.
public struct NumericStruct: GCodable, Codable, Equatable {
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

    private enum Key: String {
        case a, b, c, d, e, f, g, h, i, j, k, l
    }

    public init(from decoder: GDecoder) throws {
        a = try decoder.decode(for: Key.a)
        b = try decoder.decode(for: Key.b)
        c = try decoder.decode(for: Key.c)
        d = try decoder.decode(for: Key.d)
        e = try decoder.decode(for: Key.e)
        f = try decoder.decode(for: Key.f)
        g = try decoder.decode(for: Key.g)
        h = try decoder.decode(for: Key.h)
        i = try decoder.decode(for: Key.i)
        j = try decoder.decode(for: Key.j)
        k = try decoder.decode(for: Key.k)
        l = try decoder.decode(for: Key.l)
    }

    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(a, for: Key.a)
        try encoder.encode(b, for: Key.b)
        try encoder.encode(c, for: Key.c)
        try encoder.encode(d, for: Key.d)
        try encoder.encode(e, for: Key.e)
        try encoder.encode(f, for: Key.f)
        try encoder.encode(g, for: Key.g)
        try encoder.encode(h, for: Key.h)
        try encoder.encode(i, for: Key.i)
        try encoder.encode(j, for: Key.j)
        try encoder.encode(k, for: Key.k)
        try encoder.encode(l, for: Key.l)
    }
}
