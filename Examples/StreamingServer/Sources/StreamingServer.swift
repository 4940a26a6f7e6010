import Foundation
import GraphCodableCompression
import NIOCore
import NIOHTTP1
import NIOPosix

/// A server that compresses and decompresses archives of any size while they pass through it.
///
/// `POST /compress` answers a raw archive with the compressed one, `POST /decompress` the other way around.
@main
struct StreamingServer {
    private typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

    static func main() async {
        do {
            try await run()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func run() async throws {
        let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    return try Connection(wrappingChannelSynchronously: channel)
                }
            }
        print("Listening on http://127.0.0.1:\(port)")
        try await server.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections {
                    group.addTask {
                        // The client finds out from an answer without its end; the other connections go on.
                        try? await connection.executeThenClose {
                            try await answer($0, Response($1, on: connection.channel))
                        }
                    }
                }
            }
        }
    }

    /// Answers the one request of a connection.
    private static func answer(
        _ parts: NIOAsyncChannelInboundStream<HTTPServerRequestPart>, _ response: Response
    ) async throws {
        var parts = parts.makeAsyncIterator()
        guard case .head(let head) = try await parts.next() else { return }
        switch (head.method, head.uri) {
        case (.POST, "/compress"):
            try await response.send(GraphContainer.compress(Body(parts), codec: .lz4, readingOptions: options))
        case (.POST, "/decompress"):
            try await response.send(GraphContainer.decompress(Body(parts), options: options))
        default:
            try await response.refuse(.notFound, "POST to /compress or /decompress.")
        }
    }

    /// The limits of untrusted archives, of up to 4 GiB. Two threads are enough for a connection.
    private static let options: GraphContainerReadingOptions = {
        var options = GraphContainerReadingOptions(policy: .strict, threadCount: 2)
        options.policy.maximumPlainByteCount = 4 << 30
        return options
    }()
}
