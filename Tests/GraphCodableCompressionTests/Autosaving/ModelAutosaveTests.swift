import Foundation
import GraphCodable
import GraphCodableCompression
import Synchronization
import Testing

/// A model that has changed is encoded on its actor, when it is written.
struct ModelAutosaveTests {
    /// A model on the main actor that counts how often it is encoded.
    @MainActor final class Model: @MainActor GCodable {
        var value = 0
        var encodingCount = 0

        init() {}

        init(from decoder: any GDecoder) throws { value = try decoder.decode() }

        func encode(to encoder: any GEncoder) throws {
            MainActor.preconditionIsolated()
            encodingCount += 1
            try encoder.encode(value)
        }
    }

    @Test @MainActor func aHundredChangesCostOneEncoding() async throws {
        try await inTemporaryFolder { folder in
            let model = Model()
            let autosaver = try GraphAutosaver(
                to: folder + "/file", timing: .init(betweenWrites: AutosaverTests.never))
            for value in 1...100 {
                model.value = value
                autosaver.setNeedsSave { model }
            }
            #expect(model.encodingCount == 0 && autosaver.hasUnsavedState)
            try await autosaver.flush()
            #expect(model.encodingCount == 1 && !autosaver.hasUnsavedState)
            #expect(try await GraphDecoder().load(Model.self, from: folder + "/file").value == 100)
            // In the interval nothing is encoded; what is written then is what the model is by then.
            for _ in 1...100 { autosaver.setNeedsSave { model } }
            model.value = 101
            try await autosaver.finish()
            #expect(model.encodingCount == 2)
            #expect(try await GraphDecoder().load(Model.self, from: folder + "/file").value == 101)
        }
    }

    /// Changes that never stop do not put off writing: each write begins as soon as the interval is over.
    @Test @MainActor func changesThatNeverStopAreWrittenAllTheSame() async throws {
        try await inTemporaryFolder { folder in
            let model = Model()
            let written = Mutex(0)
            let autosaver = try GraphAutosaver(
                to: folder + "/file", timing: .init(betweenWrites: .milliseconds(1))
            ) { _ in written.withLock { $0 += 1 } }
            while written.withLock({ $0 }) < 5 {
                model.value += 1
                autosaver.setNeedsSave { model }
                await Task.yield()
            }
            try await autosaver.finish()
            #expect(try await GraphDecoder().load(Model.self, from: folder + "/file").value == model.value)
        }
    }

    @Test @MainActor func aModelThatIsGoneIsReportedAndNotWritten() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            let autosaver = try GraphAutosaver(to: path, timing: AutosaverTests.atOnce)
            var model: Model? = Model()
            autosaver.setNeedsSave { [weak model] in model }
            model = nil
            let error = await #expect(throws: GraphContainerError.self) { try await autosaver.flush() }
            #expect(
                error?.message
                    == "The model was gone before its last state was encoded, so that state is lost. Wait for finish() before "
                    + "you release the model, or let the closure own it.")
            #expect(error?.path == path && !autosaver.hasUnsavedState)
            #expect(try names(in: folder).isEmpty)
        }
    }

    @Test @MainActor func whatIsLeftOfAModelIsWrittenWhenTheAutosaverGoes() async throws {
        try await inTemporaryFolder { folder in
            let (reports, continuation) = AsyncStream.makeStream(of: Bool.self)
            var iterator = reports.makeAsyncIterator()
            let model = Model()
            var autosaver: GraphAutosaver? = try GraphAutosaver(
                to: folder + "/file", timing: .init(betweenWrites: AutosaverTests.never)
            ) { continuation.yield((try? $0.get()) != nil) }
            autosaver?.setNeedsSave { model }
            #expect(await iterator.next() == true)
            model.value = 2
            autosaver?.setNeedsSave { model }
            autosaver = nil
            #expect(await iterator.next() == true)
            let saved = try await GraphDecoder().load(Model.self, from: folder + "/file")
            #expect(saved.value == 2)
        }
    }

    @Test func withoutAnActorAStateIsEncodedAtOnce() async throws {
        try await inTemporaryFolder { folder in
            let reports = Mutex<[String]>([])
            let autosaver = try GraphAutosaver(to: folder + "/file", timing: .init(betweenWrites: AutosaverTests.never))
            {
                result in
                if case .failure(let error) = result { reports.withLock { $0.append("\(error)") } }
            }
            var value = 1
            autosaver.setNeedsSave { value }
            value = 2
            try await autosaver.finish()
            #expect(try await loadNumber(from: folder + "/file") == 1)
            autosaver.setNeedsSave { value }
            #expect(
                reports.withLock { $0 } == [
                    "\(folder)/file: invalidArgument: The autosaver was finished and takes no more states. Make a new one."
                ])
        }
    }
}
