import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// Objects in a chain, each of which has a property whose type has changed.
@Suite struct ConversionChainTests {
    enum Key: String { case next, note, name }

    final class Link: GCodable {
        var next: Link?
        let name: String
        /// Whether the object writes a value that it does not read.
        private let hasNote: Bool

        init(name: String = "", hasNote: Bool = false, next: Link? = nil) {
            (self.name, self.hasNote, self.next) = (name, hasNote, next)
        }

        init(from decoder: any GDecoder) throws {
            name = try decoder.decode(for: Key.name, default: "")
            hasNote = false
            next =
                try decoder.contains(Key.next)
                ? decoder.decode(for: Key.next, convertingFrom: String.self) { Link(name: $0) } : nil
        }

        func encode(to encoder: any GEncoder) throws {
            if let next { try encoder.encode(next, for: Key.next) } else { try encoder.encode("end", for: Key.next) }
            if hasNote { try encoder.encode(1, for: Key.note) }
        }

        deinit {
            // One by one, because a long chain would fill the stack.
            var rest = next.take()
            while isKnownUniquelyReferenced(&rest) {
                let following = rest?.next.take()
                rest = following
            }
        }
    }

    #if compiler(>=6.2) && os(Linux)
    @Test(.enabled(if: ProcessInfo.processInfo.environment["SANITIZER"] == nil))
    func aLongChainTakesLinearMemory() async {
        await #expect(processExitsWith: .success) {
            for hasNote in [false, true] {
                let count = 20_000
                var chain = Link(hasNote: hasNote)
                for _ in 1..<count { chain = Link(hasNote: hasNote, next: chain) }
                let bytes = try GraphEncoder().encode(chain) as Bytes
                Usage.forgetLargestMemory()
                var names: [String] = []
                let usage = try Usage.measure {
                    var link = try GraphDecoder().decode(Link?.self, from: bytes)
                    while let current = link {
                        names.append(current.name)
                        link = current.next
                    }
                }
                #expect(names == Array(repeating: "", count: count) + ["end"])
                // A copy for each object of what is checked for all would be 6 GB.
                #expect(usage.byteCount < 1 << 30, "\(usage)")
            }
        }
    }
    #endif
}
