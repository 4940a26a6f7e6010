import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// Recursion that goes on where there is more stack.
struct GrowingStackTests {
    private struct Stop: Error, Equatable { let depth: Int }

    /// Counts down, with something on the stack at each level.
    private static func count(_ number: Int, on stack: GrowingStack, stopAt: Int = -1) throws -> Int {
        try stack.call {
            if number == stopAt { throw Stop(depth: number) }
            return number == 0 ? 0 : try 1 + count(number - 1, on: stack, stopAt: stopAt)
        }
    }

    private static let depth = 300_000

    @Test func aRecursionGoesOnBeyondTheThreadsStack() throws {
        let stack = GrowingStack()
        stack.begin()
        for _ in 1...2 {
            #expect(try Self.count(Self.depth, on: stack) == Self.depth)
        }
    }

    @Test func aRecursionGoesOnBeyondASmallStack() throws {
        try onThread {
            let stack = GrowingStack()
            stack.begin()
            let count = try Self.count(Self.depth, on: stack)
            #expect(count == Self.depth)
        }
    }

    @Test func anErrorComesBackThroughAllSegments() throws {
        let stack = GrowingStack()
        stack.begin()
        let limit = stack.limit
        #expect(throws: Stop(depth: 3)) { try Self.count(Self.depth, on: stack, stopAt: 3) }
        #expect(stack.limit == limit)
        #expect(try Self.count(Self.depth, on: stack) == Self.depth)
    }

    @TaskLocal private static var local = 0

    @Test func theThreadAndItsValuesStay() async throws {
        try await Self.$local.withValue(7) {
            try await MainActor.run {
                let stack = GrowingStack()
                stack.begin()
                let thread = Thread.current
                thread.threadDictionary["depth"] = 1
                try stack.callOnNewSegment {
                    try stack.callOnNewSegment {
                        MainActor.assertIsolated()
                        #expect(Thread.current === thread && Thread.current.threadDictionary["depth"] as? Int == 1)
                        #expect(Self.local == 7)
                        Self.$local.withValue(8) { #expect(Self.local == 8) }
                    }
                }
                thread.threadDictionary["depth"] = nil
            }
        }
    }

    @Test func anotherRecursionMayBeginOnASegment() throws {
        let outer = GrowingStack()
        outer.begin()
        let count = try outer.callOnNewSegment {
            let inner = GrowingStack()
            inner.begin()
            #expect(inner.limit == outer.limit)
            return try Self.count(Self.depth, on: inner)
        }
        #expect(count == Self.depth)
    }

    @Test func aRecursionThatGoesUpAndDownComesBackEachTime() throws {
        let stack = GrowingStack()
        stack.begin()
        func sum(_ depth: Int) throws -> Int {
            try stack.callOnNewSegment { depth == 0 ? 1 : try sum(depth - 1) + sum(depth - 1) }
        }
        #expect(try sum(8) == 256)
        stack.trim()
        #expect(try sum(2) == 4)
    }

    @Test func noMemoryIsAnError() {
        let stack = GrowingStack(firstSegmentSize: 1 << 55)
        stack.begin()
        let error = #expect(throws: GraphCodableError.self) { try stack.callOnNewSegment {} }
        #expect(error?.code == .depthExceeded && error?.message.contains("no memory for more of the stack") == true)
    }

    /// A list whose elements each decode the next one.
    final class Link: GCodable {
        enum Key: String { case next, address }
        static let addresses = Locked<[UInt]>([])
        var next: Link?
        init(_ next: Link?) { self.next = next }
        init(from decoder: GDecoder) throws {
            var local = 0
            let address = withUnsafePointer(to: &local) { UInt(bitPattern: $0) }
            Self.addresses.set(Self.addresses.get() + [address])
            next = try decoder.decode(for: Key.next)
        }
        func encode(to encoder: GEncoder) throws { try encoder.encode(next, for: Key.next) }
    }

    /// Programs that embed an interpreter may need each call on the thread's own stack.
    @Test func aPolicyKeepsEveryCallOnTheThreadsStack() throws {
        try onThread {
            func chain(_ count: Int) throws -> Bytes {
                try GraphEncoder().encode((1...count).reduce(nil as Link?) { next, _ in Link(next) })
            }
            let (short, long) = (try chain(20), try chain(2_000))
            Link.addresses.set([])
            #expect(throws: Never.self) { try GraphDecoder().decode(Link?.self, from: long) }
            let bounds = Link.addresses.get()
            #expect((bounds.max() ?? 0) - (bounds.min() ?? 0) > 512 << 10)
            var policy = GraphDecodingPolicy()
            policy.switchesStacks = false
            Link.addresses.set([])
            let decoder = GraphDecoder(policy: policy)
            #expect(throws: Never.self) { try decoder.decode(Link?.self, from: short) }
            let error = try #require(throws: GraphCodableError.self) { try decoder.decode(Link?.self, from: long) }
            #expect(error.code == .depthExceeded)
            #expect(
                error.message == """
                    Initializers call one another too deeply for the stack. Break the chain of references with deferDecode, or decode \
                    on a thread with a larger stack.
                    """)
            let addresses = Link.addresses.get()
            #expect((addresses.max() ?? 0) - (addresses.min() ?? 0) < 512 << 10)
            #expect(!policy.limited(by: GraphDecodingPolicy()).switchesStacks)
            #expect(!GraphDecodingPolicy().limited(by: policy).switchesStacks)
        }
    }
}
