import GraphCodable
import TestSupport
import Testing

/// How deep values may nest depends on the policy alone, and not on the thread's stack.
struct NestedValueStackTests {
    private indirect enum Nest: GCodable {
        case end
        case inside(Nest)

        init(depth: Int) {
            self = (0..<depth).reduce(.end) { nest, _ in .inside(nest) }
        }

        init(from decoder: any GDecoder) throws {
            self = decoder.unkeyedCount > 0 ? .inside(try decoder.decode()) : .end
        }

        func encode(to encoder: any GEncoder) throws {
            if case .inside(let nest) = self {
                try encoder.encode(nest)
            }
        }

        var depth: Int {
            var (depth, nest) = (0, self)
            while case .inside(let inner) = nest {
                (depth, nest) = (depth + 1, inner)
            }
            return depth
        }
    }

    private final class Doll: GCodable, GInheritance {
        var inner: Doll?
        var disableInheritance: Bool { true }

        init(depth: Int) {
            inner = depth > 0 ? Doll(depth: depth - 1) : nil
        }

        init(from decoder: any GDecoder) throws {
            inner = try decoder.decode()
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(inner)
        }
    }

    /// What becomes of encoding and decoding values that nest so deeply.
    private static func outcome(depth: Int) -> String {
        do {
            let bytes = try GraphEncoder().encode(Nest(depth: depth)) as Bytes
            return "\(try GraphDecoder().decode(Nest.self, from: bytes).depth) in \(bytes.count) bytes"
        } catch {
            return "\((error as? GraphCodableError)?.message ?? "\(error)")"
        }
    }

    private static func outcomeInPlace(depth: Int) -> String {
        do {
            let bytes = try GraphEncoder(.disableIdentity).encode(Doll(depth: depth)) as Bytes
            let copy = try GraphDecoder().decode(Doll.self, from: bytes)
            return "\(sequence(first: copy, next: \.inner).reduce(0) { count, _ in count + 1 }) in \(bytes.count) bytes"
        } catch {
            return "\((error as? GraphCodableError)?.message ?? "\(error)")"
        }
    }

    @Test(arguments: [0, 15, 16, 17, 100, 510, 511, 512, 600])
    func valuesNestAsDeeplyOnASmallStack(depth: Int) throws {
        let expected = Self.outcome(depth: depth)
        #expect(expected.hasPrefix("\(depth) in") == (depth < 512))
        let inPlace = Self.outcomeInPlace(depth: depth)
        #expect(inPlace.hasPrefix("\(depth + 1) in") == (depth < 512))
        try onThread {
            #expect(Self.outcome(depth: depth) == expected)
            #expect(Self.outcomeInPlace(depth: depth) == inPlace)
        }
    }
}
