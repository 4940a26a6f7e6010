import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// Values that read themselves recursively, wherever their buffer was created.
struct BufferStackTests {
    /// A chain of any length, which reads itself with a call for each link.
    indirect enum Chain: BinaryIType {
        case end, link(Chain)

        init(from buffer: inout BinaryReadBuffer) throws {
            let byte = try buffer.read(UInt8.self)
            self = byte == 0 ? .end : .link(try Chain(from: &buffer))
        }
    }

    private static func outcome(_ buffer: BinaryReadBuffer) -> String {
        var buffer = buffer
        do {
            _ = try Chain(from: &buffer)
            return "read"
        } catch {
            return "\((error as? GraphCodableError)?.code as Any)"
        }
    }

    @Test func aBufferThatMovesToAnotherThreadKeepsToThatThreadsStack() throws {
        let bytes = Array(repeating: 1 as UInt8, count: 1_000_000)
        // Used here first, so that it would remember this thread's limit.
        var buffer = BinaryReadBuffer(bytes)
        _ = try buffer.read(UInt8.self)
        #expect(Self.outcome(buffer) == "Optional(depthExceeded)")
        try onThread { [buffer] in
            #expect(Self.outcome(buffer) == "Optional(depthExceeded)")
        }
        // And back, with a buffer of the small thread.
        let moved = Locked<BinaryReadBuffer?>(nil)
        try onThread { moved.set(BinaryReadBuffer(bytes)) }
        #expect(Self.outcome(try #require(moved.get())) == "Optional(depthExceeded)")
    }

    @Test func theLimitOfAStackIsNeverAtItsEnd() {
        // Known bounds: a quarter is left.
        #expect(StackBounds.limit(lowest: 0x10000, end: 0x50000, current: 0x4FFFF) == 0x20000)
        // Unknown ones: 64 KiB, but never more than half of what may be below, as in WebAssembly.
        #expect(StackBounds.limit(lowest: 0, end: 0, current: 0x7000_0000) == 0x7000_0000 - 65_536)
        #expect(StackBounds.limit(lowest: 0, end: 0, current: 0x8000) == 0x4000)
        // A stack at the bottom of memory has its bounds.
        #expect(StackBounds.limit(lowest: 0, end: 0x10000, current: 0x8000) == 0x4000)
    }
}
