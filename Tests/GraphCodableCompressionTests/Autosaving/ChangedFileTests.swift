import Foundation
import GraphCodable
import GraphCodableCompression
import Testing

/// A file that another program has changed is not replaced unasked.
struct ChangedFileTests {
    private static let changed =
        "Another program has changed the file since it was loaded or saved, or made it unreadable, so it was not replaced. Load "
        + "it again, save to another file, or replace it with GraphAutosaver.replaceChangedFile()."

    @Test func aFileThatAnotherProgramHasChangedIsNotReplacedUnasked() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            try await GraphEncoder().save(1, to: path)
            let loaded = try await GraphDecoder().load(Int.self, from: path, backups: 0)
            let timing = GraphAutosaver.Timing(
                betweenWrites: .zero, betweenBackups: AutosaverTests.never, afterFailure: AutosaverTests.never)
            let autosaver = try GraphAutosaver(to: path, after: loaded.version, keeping: 2, timing: timing)
            for state in 2...4 {
                try autosaver.save(state)
                try await autosaver.flush()
            }
            // Its own files are no changes, nor is a new time.
            try FileManager.default.setAttributes([.modificationDate: Date.distantPast], ofItemAtPath: path)
            try autosaver.save(5)
            try await autosaver.flush()
            try await GraphEncoder().save(1_000, to: path)
            try autosaver.save(6)
            for _ in 1...2 {
                let error = await #expect(throws: GraphContainerError.self) { try await autosaver.flush() }
                #expect(error?.code == .fileChanged && error?.message == Self.changed && error?.path == path)
                #expect(try await loadNumber(from: path) == 1_000)
            }
            autosaver.replaceChangedFile()
            try await autosaver.flush()
            #expect(try await loadNumber(from: path) == 6)
            #expect(try await loadNumber(from: path + ".1") == 1_000)
            #expect(try await loadNumber(from: path + ".2") == 1)
            // What is gone cannot be lost.
            try FileManager.default.removeItem(atPath: path)
            try autosaver.save(7)
            try await autosaver.finish()
            #expect(try await loadNumber(from: path) == 7)
        }
    }

    @Test func otherMetadataOfTheSameLengthAreAChange() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            func save(title: String) async throws {
                let options = GraphContainerWritingOptions(metadata: ["title": title])
                try await GraphEncoder().save(1, to: path, options: options)
            }
            try await save(title: "a")
            let loaded = try await GraphDecoder().load(Int.self, from: path, backups: 0)
            try await save(title: "b")
            let autosaver = try GraphAutosaver(to: path, after: loaded.version)
            try autosaver.save(2)
            let error = await #expect(throws: GraphContainerError.self) { try await autosaver.flush() }
            #expect(error?.code == .fileChanged)
        }
    }

    @Test func anAutosaverRefusesAnEndpointThatMustNotBeReplaced() throws {
        let error = #expect(throws: GraphContainerError.self) {
            try GraphAutosaver(to: GraphContainer.Endpoint.path("/tmp/file", replacing: false))
        }
        #expect(error?.code == .invalidArgument && error?.message.contains("after: .absent") == true)
    }

    @Test func anAutosaverContinuesFromAFileThatIsOpenedInParts() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            for compressed in [true, false] {
                try compressed
                    ? await GraphEncoder().save([1], to: path)
                    : write(GraphEncoder().encode([1]) as [UInt8], to: path)
                let version = try GraphFile(contentsOf: path).version
                #expect(try await version == GraphDecoder().load([Int].self, from: path, backups: 0).version)
                let autosaver = try GraphAutosaver(
                    to: path, after: version, timing: .init(afterFailure: AutosaverTests.never))
                try await GraphEncoder().save([2], to: path)
                try autosaver.save([3])
                let error = await #expect(throws: GraphContainerError.self) { try await autosaver.finish() }
                #expect(error?.code == .fileChanged)
                #expect(try await GraphDecoder().load([Int].self, from: path) == [2])
            }
        }
    }

    /// The beginning and the end of a file that is damaged in the middle are those of the sound one.
    @Test func aFileThatIsRepairedIsNotReplacedByTheBackupThatWasLoaded() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            let words = Payload.text(20_000)
            for version: UInt8 in 1...2 { try await GraphEncoder().save([version] + words, to: path, keeping: 2) }
            let sound = try contents(of: path)
            var damaged = sound
            damaged[damaged.count / 2] ^= 4
            try write(damaged, to: path)
            try FileManager.default.setAttributes([.modificationDate: Date.distantPast], ofItemAtPath: path)
            let loaded = try await GraphDecoder().load([UInt8].self, from: path, backups: 2)
            #expect(loaded.backup == 1 && loaded.root.first == 1)
            try write(sound, to: path)
            // Tools that restore files keep their time.
            try FileManager.default.setAttributes([.modificationDate: Date.distantPast], ofItemAtPath: path)
            let timing = GraphAutosaver.Timing(betweenWrites: .zero, afterFailure: AutosaverTests.never)
            let autosaver = try GraphAutosaver(to: path, after: loaded.version, timing: timing)
            try autosaver.save(loaded.root)
            let error = await #expect(throws: GraphContainerError.self) { try await autosaver.flush() }
            #expect(error?.code == .fileChanged)
            #expect(try await GraphDecoder().load([UInt8].self, from: path).first == 2)
        }
    }

    @Test func aFileIsReplacedOnlyAsItWasWhenTheUserAgreed() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            try await GraphEncoder().save(1, to: path)
            let version = try await GraphDecoder().load(Int.self, from: path, backups: 0).version
            let autosaver = try GraphAutosaver(
                to: path, after: version, timing: .init(betweenWrites: .zero, afterFailure: AutosaverTests.never))
            try await GraphEncoder().save(2, to: path)
            autosaver.replaceChangedFile()
            try await GraphEncoder().save(3, to: path)
            try autosaver.save(4)
            let error = await #expect(throws: GraphContainerError.self) { try await autosaver.flush() }
            #expect(error?.code == .fileChanged)
            #expect(try await loadNumber(from: path) == 3)
            autosaver.replaceChangedFile()
            try await autosaver.finish()
            #expect(try await loadNumber(from: path) == 4)
        }
    }

    @Test func aFileThatAppearsIsNotReplacedUnasked() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            let autosaver = try GraphAutosaver(
                to: path, after: .absent, timing: .init(betweenWrites: .zero, afterFailure: AutosaverTests.never))
            try write([1, 2, 3], to: path)
            try autosaver.save(1)
            let error = await #expect(throws: GraphContainerError.self) { try await autosaver.flush() }
            #expect(error?.code == .fileChanged)
            #expect(try contents(of: path) == [1, 2, 3])
            autosaver.replaceChangedFile()
            try await autosaver.finish()
            #expect(try await loadNumber(from: path) == 1)
        }
    }

    /// Of files that are no archives the time tells whether they are still the same.
    @Test func aDamagedFileOfWhichTheBackupWasLoadedIsReplacedOnlyWhileItIsTheSame() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            for version in 1...2 { try await GraphEncoder().save(version, to: path, keeping: 2) }
            try write([1, 2, 3], to: path)
            let loaded = try await GraphDecoder().load(Int.self, from: path, backups: 2)
            #expect(loaded.backup == 1)
            let timing = GraphAutosaver.Timing(betweenWrites: .zero, afterFailure: AutosaverTests.never)
            try FileManager.default.setAttributes([.modificationDate: Date.distantPast], ofItemAtPath: path)
            let careful = try GraphAutosaver(to: path, after: loaded.version, keeping: 2, timing: timing)
            try careful.save(3)
            let error = await #expect(throws: GraphContainerError.self) { try await careful.flush() }
            #expect(error?.code == .fileChanged)
            let again = try await GraphDecoder().load(Int.self, from: path, backups: 2)
            let autosaver = try GraphAutosaver(to: path, after: again.version, keeping: 2, timing: timing)
            try autosaver.save(4)
            try await autosaver.finish()
            #expect(try await loadNumber(from: path) == 4)
            #expect(try contents(of: path + ".1") == [1, 2, 3])
        }
    }
}
