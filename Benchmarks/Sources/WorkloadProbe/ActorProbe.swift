import Foundation
import GraphCodable
import GraphCodableCompression
import Workloads

/// What saving costs the actor that the graph belongs to, such as that of a game's loop.
///
/// The graph belongs to the main actor, so that what it pays is the processor time of the main thread. To save at once pays with
/// the time until the file is on the disk.
enum ActorProbe {
    private static let count = 200_000
    private static let rounds = 15

    /// Measures with each codec, and ends the process.
    static func run() -> Never {
        Task { @MainActor in
            do {
                let world = Entity.world(count: count)
                for (name, codec) in Codecs.all {
                    try await measure(world, name, codec)
                }
                exit(0)
            } catch {
                fatalError("\(error)")
            }
        }
        // The main actor's work is done in the loop of the main thread.
        while true { RunLoop.main.run(until: .distantFuture) }
    }

    @MainActor private static func measure(_ world: [Entity], _ name: String, _ codec: GraphCodec) async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("actor-\(getpid()).graphz")
        defer { try? FileManager.default.removeItem(at: url) }
        var best = Times()
        for _ in 0..<rounds {
            // In turns, so that what else the machine does affects all alike.
            var times = Times()
            var start = threadTime()
            let bytes = try GraphEncoder().encode(world) as Bytes
            times.encoding = threadTime() - start
            precondition(!bytes.isEmpty)

            start = threadTime()
            let begin = ContinuousClock.now
            try await GraphEncoder().save(world, to: url, codec: codec)
            times.onActor = threadTime() - start
            times.untilSaved = milliseconds(.now - begin)
            times.savingAtOnce = try saveAtOnce(world, url, codec)
            best = best.least(times)
        }
        print(
            """
            \(count) entities, \(name): encoding \(rounded(best.encoding, 10)) ms; saving: \(rounded(best.onActor, 10)) ms on the actor, \
            \(rounded(best.onActor / best.encoding, 100)) times the encoding, and \(best.untilSaved) ms until it is on the disk; \
            saving at once: \(best.savingAtOnce) ms
            """)
    }

    @MainActor private static func saveAtOnce(_ world: [Entity], _ url: URL, _ codec: GraphCodec) throws -> Double {
        let begin = ContinuousClock.now
        try GraphEncoder().save(world, to: url, codec: codec)
        return milliseconds(.now - begin)
    }

    /// Milliseconds, the least of all rounds.
    private struct Times {
        var encoding = Double.infinity
        var onActor = Double.infinity
        var untilSaved = Double.infinity
        var savingAtOnce = Double.infinity

        func least(_ other: Times) -> Times {
            Times(
                encoding: min(encoding, other.encoding), onActor: min(onActor, other.onActor),
                untilSaved: min(untilSaved, other.untilSaved), savingAtOnce: min(savingAtOnce, other.savingAtOnce))
        }
    }

    /// The processor time of this thread, in milliseconds.
    private static func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }

    private static func milliseconds(_ duration: Duration) -> Double {
        rounded(duration / .milliseconds(1), 10)
    }

    private static func rounded(_ value: Double, _ parts: Double) -> Double {
        (value * parts).rounded() / parts
    }
}
