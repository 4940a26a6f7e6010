import Foundation
import GraphModel
import Synchronization
import TestSupport

/// Tries graphs with every feature at once, for `Scripts/torture`.
///
/// Graphs are tried on all processors, with the same coders, until so many objects have been decoded or ten graphs have failed.
enum GraphTorture {
    /// What a graph may take, of at most 3,000 vertices behind at most 5,000 objects.
    private static let (seconds, byteCount) = (5.0, 300 << 20)
    private static let batchSize: UInt64 = 64
    private static let isSanitized = ProcessInfo.processInfo.environment["SANITIZER"] != nil

    private struct State {
        var seed: UInt64
        var objects = 0
        var failures = 0
        var counts: [String: Int] = [:]
        var threads = 0
    }

    static func run(_ arguments: [String]) {
        let numbers = arguments.compactMap { UInt64($0) }
        let objects = Int(numbers.first ?? 1_000_000)
        let seed = numbers.dropFirst().first ?? .random(in: 0...UInt64.max >> 1)
        // What traps ends the process without a word; this says where to begin.
        say("The first seed is \(seed).")
        let state = Mutex(State(seed: seed))
        let coders = GraphCoders()
        let done = DispatchSemaphore(value: 0)
        let count = ProcessInfo.processInfo.activeProcessorCount
        for _ in 0..<count {
            let thread = Thread {
                run(objects, coders, state)
                done.signal()
            }
            // The sanitizers' frames are larger.
            thread.stackSize = isSanitized ? 64 << 20 : 512 << 10
            thread.start()
        }
        for _ in 0..<count { done.wait() }
        let end = state.withLock { $0 }
        for (name, count) in end.counts.sorted(by: { $0.key < $1.key }) {
            Figure.print("graphs with every feature at once, \(name)", count)
        }
        exit(end.failures == 0 ? 0 : 1)
    }

    private static func run(_ objects: Int, _ coders: GraphCoders, _ state: borrowing Mutex<State>) {
        let model = GraphModel(coders)
        let watchdog = Watchdog("graphs", seconds: 20 * seconds)
        while let batch = next(objects, state) {
            let (before, usage) = (
                model.objectCount,
                Usage.measure {
                    for seed in batch {
                        watchdog.begin(Array("seed \(seed)".utf8))
                        if let failure = model.failure(seed: seed) { fail("\(failure)\n", state) }
                        watchdog.end()
                    }
                }
            )
            // The sanitizers take several times as much.
            let isExpensive = !isSanitized && (usage.seconds > seconds || usage.byteCount > byteCount)
            for seed in batch where isExpensive { measure(seed, model, state) }
            note(model.objectCount - before, state)
        }
        let counts = model.counts
        state.withLock { $0.counts.merge(counts) { left, right in left + right } }
    }

    /// Says at each million of objects where the seeds are: a run may be ended before it is enough.
    private static func note(_ objects: Int, _ state: borrowing Mutex<State>) {
        let text: String? = state.withLock { state in
            let before = state.objects
            state.objects += objects
            guard before / 1_000_000 < state.objects / 1_000_000 else { return nil }
            return "\(state.objects) objects, up to seed \(state.seed)"
        }
        text.map(say)
    }

    /// The next seeds, unless it is enough.
    private static func next(_ objects: Int, _ state: borrowing Mutex<State>) -> Range<UInt64>? {
        state.withLock { state in
            guard state.objects < objects, state.failures < 10 else { return nil }
            defer { state.seed += batchSize }
            return state.seed..<state.seed + batchSize
        }
    }

    private static func measure(_ seed: UInt64, _ model: GraphModel, _ state: borrowing Mutex<State>) {
        Usage.forgetLargestMemory()
        let usage = Usage.measure { _ = model.failure(seed: seed, isShrunk: false) }
        if usage.seconds > seconds || usage.byteCount > byteCount { fail("seed \(seed) takes \(usage)", state) }
    }

    private static func fail(_ text: String, _ state: borrowing Mutex<State>) {
        state.withLock { $0.failures += 1 }
        say("error: \(text)")
    }

    private static func say(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }
}
