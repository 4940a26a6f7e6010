import Testing

@testable import GraphCodable

/// An initializer may catch the error of one value and go on with others.
struct RecoveryTests {
    enum Key: String { case a, b, c }

    struct Written: GCodable {
        var extra = 0
        init(extra: Int) { self.extra = extra }
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(["x", "y"], for: Key.a)
            try encoder.encode(2, for: Key.b)
            try encoder.encode(3)
            try encoder.encode("text")
            try encoder.encode(5)
            // Many unkeyed values make the composite an open one.
            for index in 0..<extra {
                try encoder.encode(index)
            }
            try encoder.encode(7, for: Key.c)
        }
    }

    struct Read: GDecodable {
        var values: [Int] = []
        var texts: [String] = []
        var failures = 0

        init(from decoder: GDecoder) throws {
            fail { let _: [[Int]] = try decoder.decode(for: Key.a) }
            values.append(try decoder.decode(for: Key.b))
            values.append(try decoder.decode())
            fail { let _: Int = try decoder.decode() }
            texts.append(try decoder.decode())
            values.append(try decoder.decode())
            while decoder.unkeyedCount > 0 {
                let value: Int = try decoder.decode()
                values.append(value)
                fail { let _: String = try decoder.decode(for: Key.b) }
            }
            fail { let _: String = try decoder.decode(for: Key.c) }
            values.append(try decoder.decode(for: Key.c))
        }

        private mutating func fail(_ body: () throws -> Void) {
            do {
                try body()
            } catch {
                failures += 1
            }
        }
    }

    @Test(arguments: [0, 1, 5, 40])
    func valuesAfterAFailureAreStillFound(extra: Int) throws {
        let bytes = try GraphEncoder().encode([Written(extra: extra), Written(extra: extra)]) as Bytes
        for read in try GraphDecoder().decode([Read].self, from: bytes) {
            #expect(read.values == [2, 3, 5] + Array(0..<extra) + [7])
            #expect(read.texts == ["text"])
            #expect(read.failures == 3 + extra)
        }
    }
}
