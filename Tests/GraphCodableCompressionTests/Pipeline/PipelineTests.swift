@testable import GraphCodableCompression
import Synchronization
import Testing

struct PipelineTests {
    final class Job {
        let number: Int
        var result = 0

        init(_ number: Int) {
            self.number = number
        }
    }

    @Test(arguments: [1, 2, 3, 8]) func jobsComeBackInTheirOrder(threads: Int) throws {
        let pipeline = OrderedPipeline<Job>(threadCount: threads) {
            { job in
                // The later ones are done sooner.
                var sum = job.number
                for _ in 0..<(job.number % 7 == 0 ? 20_000 : 10) { sum = sum &* 31 &+ 1 }
                job.result = sum == 0 ? 0 : job.number * 2
            }
        }
        var results: [Int] = []
        for number in 0..<500 {
            try pipeline.submit(Job(number)) { results.append($0.result) }
        }
        try pipeline.drain { results.append($0.result) }
        pipeline.stop()
        #expect(results == (0..<500).map { $0 * 2 })
    }

    private struct Refusal: Error, Equatable {
        let number: Int
    }

    @Test(arguments: [1, 3]) func theErrorOfAJobIsThrownWhenItIsItsTurn(threads: Int) throws {
        let pipeline = OrderedPipeline<Job>(threadCount: threads) {
            { job in if job.number % 5 == 3 { throw Refusal(number: job.number) } }
        }
        defer { pipeline.stop() }
        var taken: [Int] = []
        func take(_ call: () throws -> Void) throws {
            do {
                try call()
            } catch let error as Refusal {
                taken.append(error.number)
                try take { try pipeline.drain { taken.append($0.number) } }
            }
        }
        for number in 0..<20 {
            try take { try pipeline.submit(Job(number)) { taken.append($0.number) } }
        }
        try take { try pipeline.drain { taken.append($0.number) } }
        #expect(taken == Array(0..<20))
    }

    @Test(arguments: [1, 3]) func aWorkerThatCannotBeMadeIsTheErrorOfItsJobs(threads: Int) throws {
        let pipeline = OrderedPipeline<Job>(threadCount: threads) { throw Refusal(number: 1) }
        defer { pipeline.stop() }
        #expect(throws: Refusal(number: 1)) {
            try pipeline.submit(Job(0)) { _ in }
            try pipeline.drain { _ in }
        }
    }

    @Test func aSingleJobStartsNoThread() throws {
        // An atomic, because the thread sanitizer does not know Swift's Mutex.
        let workers = Atomic(0)
        let pipeline = OrderedPipeline<Job>(threadCount: 8) {
            workers.add(1, ordering: .sequentiallyConsistent)
            return { $0.result = 1 }
        }
        var results: [Int] = []
        try pipeline.submit(Job(0)) { results.append($0.result) }
        try pipeline.drain { results.append($0.result) }
        pipeline.stop()
        #expect(results == [1])
        #expect(workers.load(ordering: .sequentiallyConsistent) == 1)
    }

    @Test func stoppingWaitsForWhatHasBegun() throws {
        let running = Atomic(0)
        for _ in 0..<50 {
            let pipeline = OrderedPipeline<Job>(threadCount: 4) {
                { _ in
                    running.add(1, ordering: .sequentiallyConsistent)
                    for _ in 0..<1000 { _ = running.load(ordering: .sequentiallyConsistent) }
                    running.subtract(1, ordering: .sequentiallyConsistent)
                }
            }
            for number in 0..<8 {
                try pipeline.submit(Job(number)) { _ in }
            }
            pipeline.stop()
            #expect(running.load(ordering: .sequentiallyConsistent) == 0)
        }
    }
}
