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

    @Test(arguments: [1, 2, 3, 8]) func jobsComeBackInTheirOrder(threads: Int) {
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
            while pipeline.inFlight >= pipeline.capacity, let job = pipeline.takeOldest() {
                results.append(job.result)
            }
        }
        while let job = pipeline.takeOldest() {
            results.append(job.result)
        }
        pipeline.stop()
        #expect(results == (0..<500).map { $0 * 2 })
    }

    @Test func aSingleJobStartsNoThread() {
        let workers = Mutex(0)
        let pipeline = OrderedPipeline<Job>(threadCount: 8) {
            workers.withLock { $0 += 1 }
            return { $0.result = 1 }
        }
        pipeline.submit(Job(0))
        #expect(pipeline.takeOldest()?.result == 1)
        pipeline.stop()
        #expect(workers.withLock { $0 } == 1)
    }

    @Test func stoppingWaitsForWhatHasBegun() {
        let running = Mutex(0)
        for _ in 0..<50 {
            let pipeline = OrderedPipeline<Job>(threadCount: 4) {
                { _ in
                    running.withLock { $0 += 1 }
                    for _ in 0..<1000 { _ = running.withLock { $0 } }
                    running.withLock { $0 -= 1 }
                }
            }
            for number in 0..<8 {
                pipeline.submit(Job(number))
            }
            pipeline.stop()
            #expect(running.withLock { $0 } == 0)
        }
    }
}
