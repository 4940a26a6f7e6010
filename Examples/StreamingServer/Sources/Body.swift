import NIOCore
import NIOHTTP1

/// The body of a request, which is read from the network as fast as it is asked for, and not faster.
struct Body: AsyncSequence, AsyncIteratorProtocol {
    private var parts: NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator
    private var hasEnded = false

    init(_ parts: NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator) {
        self.parts = parts
    }

    func makeAsyncIterator() -> Body { self }

    mutating func next() async throws -> ByteBufferView? {
        // Behind the end would be the next request.
        guard !hasEnded, case .body(let bytes) = try await parts.next() else {
            hasEnded = true
            return nil
        }
        return bytes.readableBytesView
    }
}
