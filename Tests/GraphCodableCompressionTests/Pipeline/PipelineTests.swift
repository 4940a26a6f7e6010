@testable import GraphCodableCompression
import Synchronization
import Testing

@Suite struct PipelineTests {
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
            pipeline.submit(Job(number))
            while pipeline.inFlight >= pipeline.capacity, let job = try pipeline.takeOldest() {
                results.append(job.result)
            }
        }
        while let job = try pipeline.takeOldest() {
            results.append(job.result)
        }
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
        for number in 0..<20 { pipeline.submit(Job(number)) }
        var taken: [Int] = []
        for number in 0..<20 {
            do {
                taken.append(try #require(try pipeline.takeOldest()).number)
            } catch let error as Refusal {
                #expect(error.number == number)
            }
        }
        #expect(try pipeline.takeOldest()?.number == nil)
        #expect(taken == (0..<20).filter { $0 % 5 != 3 })
    }

    @Test(arguments: [1, 3]) func aWorkerThatCannotBeMadeIsTheErrorOfItsJobs(threads: Int) throws {
        let pipeline = OrderedPipeline<Job>(threadCount: threads) { throw Refusal(number: 1) }
        defer { pipeline.stop() }
        pipeline.submit(Job(0))
        #expect(throws: Refusal(number: 1)) { try pipeline.takeOldest() }
    }

    @Test func aSingleJobStartsNoThread() throws {
        // An atomic, because the thread sanitizer does not know Swift's Mutex.
        let workers = Atomic(0)
        let pipeline = OrderedPipeline<Job>(threadCount: 8) {
            workers.add(1, ordering: .sequentiallyConsistent)
            return { $0.result = 1 }
        }
        pipeline.submit(Job(0))
        #expect(try pipeline.takeOldest()?.result == 1)
        pipeline.stop()
        #expect(workers.load(ordering: .sequentiallyConsistent) == 1)
    }

    @Test func stoppingWaitsForWhatHasBegun() {
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
                pipeline.submit(Job(number))
            }
            pipeline.stop()
            #expect(running.load(ordering: .sequentiallyConsistent) == 0)
        }
    }
}
