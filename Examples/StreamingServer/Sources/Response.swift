import GraphCodableCompression
import NIOCore
import NIOHTTP1

/// The response on a connection, which is closed after it.
struct Response {
    private let output: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>
    private let channel: any Channel

    init(_ output: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>, on channel: any Channel) {
        self.output = output
        self.channel = channel
    }

    /// Sends chunks as they are made. A chunk is made when the client has taken most of those before it.
    func send(_ chunks: some AsyncSequence<[UInt8], any Error>) async throws {
        var iterator = chunks.makeAsyncIterator()
        let first: [UInt8]?
        do {
            first = try await iterator.next()
        } catch let error as GraphContainerError {
            // Later there is no status any more: without its end, the client knows the response to be incomplete.
            return try await refuse(error.code == .limitExceeded ? .payloadTooLarge : .badRequest, error.senderMessage)
        }
        try await begin(.ok, "application/octet-stream")
        var chunk = first
        while let bytes = chunk {
            try await output.write(.body(.byteBuffer(ByteBuffer(bytes: bytes))))
            chunk = try await iterator.next()
        }
        try await end()
    }

    /// Sends a message. The rest of the request is not read.
    func refuse(_ status: HTTPResponseStatus, _ message: String) async throws {
        try await begin(status, "text/plain")
        try await output.write(.body(.byteBuffer(ByteBuffer(string: message + "\n"))))
        try await end()
        // A connection that is closed at once, with bytes that nobody has read, can lose the response.
        try await Task.sleep(for: .seconds(1))
    }

    private func begin(_ status: HTTPResponseStatus, _ type: String) async throws {
        let headers: HTTPHeaders = ["Content-Type": type, "Transfer-Encoding": "chunked", "Connection": "close"]
        try await output.write(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers)))
    }

    /// Ends the response, and waits until the system has all of it. A writer does not wait: closing the connection would drop
    /// what a slow client has not taken yet.
    private func end() async throws {
        try await channel.writeAndFlush(HTTPServerResponsePart.end(nil)).get()
    }
}
