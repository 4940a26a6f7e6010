import Foundation
import GraphCodable
import TestSupport
import Testing

@testable import GraphCodableCompression

/// When an autosaver writes, and whose attempt counts.
struct AutosaveScheduleTests {
    private typealias Results = AsyncStream<Result<Void, any Error>>

    @Test func anAttemptThatBeganBeforeIsNotTheOneToWaitFor() throws {
        var schedule = AutosaveSchedule(GraphAutosaver.Timing(), nil)
        _ = schedule.add(ModelEncoding { ([], ArchiveCost()) }, readsBack: false)
        let early = Results.makeStream()
        _ = schedule.wait(early.continuation)
        guard let first = schedule.takePending(on: nil) else { throw CocoaError(.featureUnsupported) }
        let late = Results.makeStream()
        _ = schedule.wait(late.continuation)
        // Only who waited before gets the error. For the other one the state is written again at once.
        let failedCount = schedule.didFail(first.state).count
        #expect(failedCount == 1)
        guard case .write = schedule.nextStep() else {
            Issue.record("The state waits, although somebody waits for it.")
            return
        }
        guard let second = schedule.takePending(on: nil) else { throw CocoaError(.featureUnsupported) }
        #expect(second.state.number == first.state.number)
        let laterCount = schedule.didFail(second.state).count
        #expect(laterCount == 1)
        guard case .sleep(let sleeper) = schedule.nextStep() else {
            Issue.record("Nobody waits any more, but the state does not.")
            return
        }
        sleeper.cancel()
    }

    @Test func aPauseMayBeAsLongAsAnyDuration() async throws {
        try await inTemporaryFolder { folder in
            let endless = Duration.seconds(Int64.max)
            let timing = GraphAutosaver.Timing(
                betweenWrites: endless, betweenBackups: endless, afterFailure: endless)
            let autosaver = try GraphAutosaver(to: folder + "/file", timing: timing)
            try autosaver.save(1)
            try await autosaver.flush()
            try autosaver.save(2)
            try await Task.sleep(for: .milliseconds(50))
            #expect(try await GraphDecoder().load(Int.self, from: folder + "/file") == 1)
            try await autosaver.finish()
            #expect(try await GraphDecoder().load(Int.self, from: folder + "/file") == 2)
        }
    }

    @Test(arguments: [-1, 1_001]) func aNumberOfBackupsThatCannotBeKeptIsRefusedAtOnce(count: Int) throws {
        try withTemporaryFolder { folder in
            _ = expectError(GraphContainerError.self, .invalidArgument) {
                try GraphAutosaver(to: folder + "/file", keeping: count)
            }
        }
    }
}
