import GraphCodable
import Synchronization
import Testing

/// Decoding after which nothing is left to spend. Its error may pass thousands of calls.
struct SpentCostTests {
    final class Item: GCodable {
        static let living = Atomic<Int>(0)
        static let calls = Atomic<Int>(0)

        let rows: [[Bool]]

        init() {
            rows = Array(repeating: [], count: 4)
            Self.living.add(1, ordering: .sequentiallyConsistent)
        }

        init(from decoder: GDecoder) throws {
            try decoder.whenDecoded { Self.calls.add(1, ordering: .sequentiallyConsistent) }
            rows = try decoder.decode()
            Self.living.add(1, ordering: .sequentiallyConsistent)
        }

        deinit { Self.living.subtract(1, ordering: .sequentiallyConsistent) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(rows) }
    }

    /// Catches the error of its items.
    struct Catcher: GCodable {
        static let keptItems = Atomic<Int>(0)
        var items: [Item]

        init(_ items: [Item]) { self.items = items }

        init(from decoder: GDecoder) throws {
            items = []
            do {
                items = try decoder.decode()
            } catch {
                Self.keptItems.add(
                    Item.living.load(ordering: .sequentiallyConsistent), ordering: .sequentiallyConsistent)
            }
        }

        func encode(to encoder: GEncoder) throws { try encoder.encode(items) }
    }

    @Test func whatWasCreatedIsReleasedAtTheEnd() throws {
        let bytes: Bytes = try GraphEncoder().encode(Catcher((0..<20_000).map { _ in Item() }))
        #expect(Item.living.load(ordering: .sequentiallyConsistent) == 0)
        // With the least cost nothing is created, with the greatest everything.
        for cost in stride(from: UInt64(1), to: 100, by: 11) {
            var policy = GraphDecodingPolicy()
            policy.maximumCostPerByte = cost
            let calls = Item.calls.load(ordering: .sequentiallyConsistent)
            do {
                _ = try GraphDecoder(policy: policy).decode(Catcher.self, from: bytes)
            } catch let error as GraphCodableError {
                #expect(error.code == .limitExceeded)
                #expect(Item.calls.load(ordering: .sequentiallyConsistent) == calls)
            }
            #expect(Item.living.load(ordering: .sequentiallyConsistent) == 0)
        }
        // If each call undid its part, the items would be gone when the error is caught.
        #expect(Catcher.keptItems.load(ordering: .sequentiallyConsistent) > 0)
    }
}
