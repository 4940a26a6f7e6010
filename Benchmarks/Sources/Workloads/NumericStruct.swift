import GraphCodable

/// Twelve 32-bit integers of all magnitudes.
public struct NumericStruct: GCodable, Codable, Equatable {
    var a: Int32 = 1, b: Int32 = -2, c: Int32 = 300, d: Int32 = 40_000, e: Int32 = 5, f: Int32 = 6_000_000
    var g: Int32 = 7, h: Int32 = -8_888, i: Int32 = 9, j: Int32 = 10, k: Int32 = 1_111_111_111, l: Int32 = 12

    public init() {}

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
