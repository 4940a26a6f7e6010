import Foundation
import GraphCodable
@testable import GraphCodableCompression
import Synchronization
import TestSupport
import Testing

/// Whatever fails while an autosaver writes, it goes on afterwards, and the error says which file is in place.
struct AutosaveFaultTests {
    private static let never = Duration.seconds(100_000)
    private static let timing = GraphAutosaver.Timing(
        betweenWrites: .zero, betweenBackups: never, afterFailure: never)

    /// What the autosaver knows of the file that it finds.
    enum Known: CaseIterable {
        case version, nothing, absence
        /// The file is damaged, and its backup was loaded.
        case damage

        /// The numbers in the backups after the next state is saved.
        var backups: [Int?] {
            switch self {
            case .version, .nothing: [10, 9]
            case .absence: [nil, nil]
            case .damage: [nil, 9]
            }
        }
    }

    private static func load(_ path: String) -> Int? { try? GraphDecoder().load(Int.self, from: path) }

    private static func prepare(_ path: String, _ known: Known) throws -> GraphFileVersion? {
        guard known != .absence else { return .absent }
        for number in [8, 9, 10] { try GraphEncoder().save(number, to: path, keeping: 2) }
        if known == .damage {
            var bytes = try contents(of: path)
            bytes[bytes.count / 2] ^= 4
            try write(bytes, to: path)
        }
        return known == .nothing ? nil : try GraphDecoder().load(Int.self, from: path, backups: 2).version
    }

    /// Saves 11, of which a call fails, and then 12, of which none does.
    ///
    /// - Returns: The name of the call; `nil` if there was none.
    private static func saveTwice(
        _ path: String, _ known: Known, failing call: Int, andAllBehind lasts: Bool, with number: Int32
    ) async throws -> String? {
        let version = try prepare(path, known)
        let isFaulty = Mutex(true)
        let system = FaultySystem { index, _ in
            (lasts ? index >= call : index == call) && isFaulty.withLock { $0 } ? .error(number) : nil
        }
        let file = FileSaver(
            path: SystemPath(path), backupCount: 2, codec: .lz4, options: GraphContainerWritingOptions(), system: system
        )
        let (reports, continuation) = AsyncStream.makeStream(of: (any Error)?.self)
        let autosaver = GraphAutosaver(file, after: version, timing: timing) { result in
            if case .failure(let error) = result { continuation.yield(error) } else { continuation.yield(nil) }
        }
        var iterator = reports.makeAsyncIterator()
        try autosaver.save(11)
        let report = try #require(await iterator.next())
        isFaulty.withLock { $0 = false }
        guard system.calls.count > call else { return nil }
        let place = "\(system.calls[call]), \(known)"
        if let report {
            let error = try #require(report as? GraphContainerError)
            #expect(
                error.code == .fileFailure && (error.underlyingError as? SystemCallError)?.number == number, "\(place)")
            #expect(error.message.hasPrefix("The new file is in its place, but") == (load(path) == 11), "\(place)")
        }
        try autosaver.save(12)
        let next = try #require(await iterator.next())
        #expect(next == nil, "\(place)")
        #expect(load(path) == 12, "\(place)")
        // An attempt that failed is no version to keep.
        #expect([".1", ".2"].map { load(path + $0) } == known.backups, "\(place)")
        #expect(system.openCount == 0, "\(place)")
        return system.calls[call]
    }

    @Test(arguments: Known.allCases) func whateverFailsTheNextStateIsSaved(known: Known) async throws {
        let number = try #require([EIO, EMFILE].randomElement())
        var names = Set<String>()
        for lasts in [false, true] {
            var call = 0
            while true {
                let name = try await inTemporaryFolder {
                    try await Self.saveTwice($0 + "/file", known, failing: call, andAllBehind: lasts, with: number)
                }
                guard let name else { break }
                names.insert(name)
                call += 1
            }
        }
        let expected = ["open", "write", "fsync", "rename", "fstatat", "pread"]
        #expect(names.isSuperset(of: expected), "\(names), error \(number)")
    }

    // MARK: What readers would refuse

    /// A state is saved by an autosaver only if a save would save it.
    @Test func whatCannotBeLoadedIsNotSaved() async throws {
        let nils = [SIMD64<Double>?](repeating: nil, count: 85_500)
        let cost = try GraphEncoder().encodeWithCost(nils).cost
        let strict = GraphEncoder(policy: GraphDecodingPolicy(maximumMemory: UInt64(cost)))
        let ways: [(GraphAutosaver) throws -> Void] = [
            { try $0.save(nils) }, { try $0.save(snapshot: nils) }, { $0.setNeedsSave { nils } },
        ]
        for way in ways {
            try await inTemporaryFolder { folder in
                let autosaver = try GraphAutosaver(to: folder + "/file", timing: Self.timing, encoder: strict)
                try way(autosaver)
                let error = await #expect(throws: GraphContainerError.self) { try await autosaver.flush() }
                #expect(error?.code == .limitExceeded)
                #expect(try names(in: folder).isEmpty)
            }
        }
    }

    // MARK: Models that cannot be encoded

    /// A number that cannot be encoded if it is negative.
    private struct Positive: GEncodable {
        struct Failure: Error {}
        let value: Int

        func encode(to encoder: any GEncoder) throws {
            guard value >= 0 else { throw Failure() }
            try encoder.encode(value)
        }
    }

    private static func saveWithoutActor(_ value: Int, _ autosaver: GraphAutosaver) {
        autosaver.setNeedsSave { Positive(value: value) }
    }

    /// With or without an actor, an error in encoding is one of saving.
    @Test(arguments: [true, false]) @MainActor func aModelThatCannotBeEncodedIsNotSaved(onActor: Bool) async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            let reports = Mutex<[Bool]>([])
            let autosaver = try GraphAutosaver(
                to: path, timing: Self.timing
            ) { result in reports.withLock { $0.append((try? result.get()) != nil) } }
            func save(_ value: Int) {
                guard onActor else { return Self.saveWithoutActor(value, autosaver) }
                autosaver.setNeedsSave { Positive(value: value) }
            }
            for value in [-1, -2] {
                save(value)
                for _ in 1...2 {
                    await #expect(throws: Positive.Failure.self) { try await autosaver.flush() }
                    #expect(autosaver.hasUnsavedState)
                }
            }
            #expect(try names(in: folder).isEmpty)
            #expect(reports.withLock { !$0.isEmpty && !$0.contains(true) })
            save(1)
            try await autosaver.flush()
            #expect(!autosaver.hasUnsavedState && reports.withLock { $0.last } == true)
            let saved = try contents(of: path)
            save(-3)
            await #expect(throws: Positive.Failure.self) { try await autosaver.finish() }
            await #expect(throws: Positive.Failure.self) { try await autosaver.finish() }
            #expect(autosaver.hasUnsavedState)
            #expect(try contents(of: path) == saved)
        }
    }

    // MARK: Models that are gone

    @Test func aModelThatIsGoneIsReportedOnceAndToThoseWhoWaitLater() async throws {
        try await inTemporaryFolder { folder in
            let (reports, continuation) = AsyncStream.makeStream(of: (any Error)?.self)
            var iterator = reports.makeAsyncIterator()
            let autosaver = try GraphAutosaver(to: folder + "/file", timing: Self.timing) { result in
                if case .failure(let error) = result { continuation.yield(error) } else { continuation.yield(nil) }
            }
            autosaver.setNeedsSave { Int?.none }
            let error = try #require(await iterator.next()) as? GraphContainerError
            #expect(error?.code == .invalidArgument && error?.message.hasPrefix("The model was gone") == true)
            #expect(!autosaver.hasUnsavedState)
            for _ in 0..<2 {
                let lost = await #expect(throws: GraphContainerError.self) { try await autosaver.flush() }
                #expect(lost?.message == error?.message)
            }
            try autosaver.save(1)
            try await autosaver.flush()
            #expect(try names(in: folder) == ["file"])
            autosaver.setNeedsSave { Int?.none }
            await #expect(throws: GraphContainerError.self) { try await autosaver.finish() }
            await #expect(throws: GraphContainerError.self) { try await autosaver.finish() }
        }
    }

    @Test @MainActor func aModelThatIsGoneWithTheAutosaverIsReportedInWords() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            let (reports, continuation) = AsyncStream.makeStream(of: (any Error)?.self)
            var iterator = reports.makeAsyncIterator()
            try Self.loseModel(path) { result in
                if case .failure(let error) = result { continuation.yield(error) } else { continuation.yield(nil) }
            }
            let error = try #require(await iterator.next()) as? GraphContainerError
            #expect(error?.code == .invalidArgument && error?.path == path)
            #expect(error?.message.hasPrefix("The model was gone before its last state was encoded") == true)
            #expect(try names(in: folder).isEmpty)
        }
    }

    /// Releases a model, and then the autosaver that should save it.
    @MainActor private static func loseModel(_ path: String, _ report: @escaping GraphAutosaver.Report) throws {
        var model: ModelAutosaveTests.Model? = ModelAutosaveTests.Model()
        let autosaver = try GraphAutosaver(to: path, timing: timing, report: report)
        autosaver.setNeedsSave { [weak model] in model }
        model = nil
    }

    #if DEBUG && compiler(>=6.2) && (os(Linux) || os(macOS))
    @Test func aDebugBuildDoesNotReportAgainThatAModelWasGone() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let path = FileManager.default.temporaryDirectory.appending(path: "graphz-\(UUID())").path()
            let (reports, continuation) = AsyncStream.makeStream(of: Void.self)
            try await Self.loseModel(path) { _ in continuation.yield() }
            var iterator = reports.makeAsyncIterator()
            await iterator.next()
            exit(0)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!text.contains("the program exits"), "\(text)")
    }
    #endif
}
