import Foundation

/// Work on a thread of its own that reads and writes bytes, and a task that brings and takes them, chunk by chunk.
///
/// The task resumes the work and waits until it needs bytes, has some, or has ended. So only one of both runs at a time, and
/// nothing is read before it is needed or written before somebody takes it.
///
/// Invariant of `@unchecked Sendable`: all variables are used only while `monitor` is held.
final class ChunkExchange<Value: Sendable>: @unchecked Sendable {
    /// What the work has come to.
    enum Event: Sendable {
        case needsBytes
        case hasBytes([UInt8])
        case ended(Result<Value, any Error>)
    }

    /// What the task answers: the bytes that the work needs, or `nil` at their end and to any other event; an error if there are
    /// no bytes, and nobody to take any.
    typealias Answer = Result<[UInt8]?, any Error>

    /// Work that reads from a source, and passes what it makes to a closure.
    typealias Work = @Sendable (ByteSource, @escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Value

    /// Smaller pieces of output are gathered until they have so many bytes.
    private static var leastChunk: Int { 1 << 16 }

    private let monitor = NSCondition()
    /// The work, until it has begun.
    private var work: Work?
    private var waiting: CheckedContinuation<Event?, Never>?
    private var answer: Answer?
    private var isAbandoned = false
    private var hasEnded = false

    init(_ work: @escaping Work) {
        self.work = work
    }

    /// Lets the work go on until it has bytes or has ended, and brings it the bytes that it needs. Must not be called from two
    /// tasks at once. Returns `nil` if the work has ended before.
    func next<Chunks: AsyncIteratorProtocol>(
        _ chunks: inout Chunks, isolation: isolated (any Actor)? = #isolation
    ) async -> Event? where Chunks.Element: Sequence, Chunks.Element.Element == UInt8 {
        var answer = Task.isCancelled ? Answer.failure(CancellationError()) : .success(nil)
        while true {
            let event = await resume(answer, isolation: isolation)
            guard case .needsBytes? = event else { return event }
            answer = await Self.answer(from: &chunks, isolation: isolation)
        }
    }

    private static func answer<Chunks: AsyncIteratorProtocol>(
        from chunks: inout Chunks, isolation: isolated (any Actor)?
    ) async -> Answer where Chunks.Element: Sequence, Chunks.Element.Element == UInt8 {
        do {
            try Task.checkCancellation()
            let bytes = try await chunks.next(isolation: isolation).map { Array($0) }
            // Streams of the standard library end when their task is cancelled, which is not the end of the archive.
            if bytes == nil { try Task.checkCancellation() }
            return .success(bytes)
        } catch {
            return .failure(error)
        }
    }

    /// Lets the work go on, and returns what it comes to; `nil` if it has ended before.
    private func resume(_ answer: Answer, isolation: isolated (any Actor)?) async -> Event? {
        await withCheckedContinuation { continuation in
            let (beginning, hasEnded) = monitor.withLock { () -> (Work?, Bool) in
                guard !self.hasEnded else { return (nil, true) }
                waiting = continuation
                self.answer = answer
                monitor.broadcast()
                defer { work = nil }
                return (work, false)
            }
            guard !hasEnded else { return continuation.resume(returning: nil) }
            guard let beginning else { return }
            guard let thread = SystemThread.start({ self.run(beginning) }) else {
                return post(.ended(.failure(BackgroundWork.noThread)))
            }
            thread.detach()
        }
    }

    /// Lets the work end with an error as soon as it reads or writes. Nobody waits for it any more.
    func abandon() {
        monitor.withLock {
            isAbandoned = true
            monitor.broadcast()
        }
    }
}

extension ChunkExchange {
    // MARK: On the thread of the work

    private func run(_ work: Work) {
        let result = Result {
            _ = try answered()
            var gathered: [UInt8] = []
            let value = try work(ByteSource(reader())) { piece in
                gathered.append(contentsOf: piece)
                guard gathered.count >= Self.leastChunk else { return }
                try self.write(&gathered)
            }
            try write(&gathered)
            return value
        }
        post(.ended(result))
    }

    /// Returns a closure that reads from the chunks that the task brings.
    private func reader() -> ByteSource.Read {
        var chunk: ArraySlice<UInt8> = []
        return { [unowned self] target in
            while chunk.isEmpty {
                post(.needsBytes)
                guard let bytes = try answered() else { return 0 }
                chunk = bytes[...]
            }
            let count = min(chunk.count, target.count)
            target.copyBytes(from: chunk.prefix(count))
            chunk.removeFirst(count)
            return count
        }
    }

    private func write(_ bytes: inout [UInt8]) throws {
        guard !bytes.isEmpty else { return }
        post(.hasBytes(bytes))
        bytes = []
        _ = try answered()
    }

    private func post(_ event: Event) {
        let waiting = monitor.withLock {
            defer { self.waiting = nil }
            if case .ended = event { hasEnded = true }
            return self.waiting
        }
        waiting?.resume(returning: event)
    }

    /// Waits for the answer of the task, and throws an error if that is one.
    private func answered() throws -> [UInt8]? {
        let answer = monitor.withLock {
            while self.answer == nil, !isAbandoned { monitor.wait() }
            defer { self.answer = nil }
            return isAbandoned ? .failure(CancellationError()) : self.answer
        }
        return try answer?.get()
    }
}
