import Foundation
import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

/// What cannot be decoded again replaces nothing, and names that are too long are refused before anything is written.
struct SaveVerificationTests {
    /// A class whose instances can always be encoded, and not always decoded.
    @MainActor final class Note: @MainActor GCodable {
        struct Unreadable: Error {}

        var text: String

        init(_ text: String) { self.text = text }

        init(from decoder: any GDecoder) throws {
            MainActor.preconditionIsolated()
            text = try decoder.decode()
            if text == "wrong" { throw Unreadable() }
        }

        func encode(to encoder: any GEncoder) throws { try encoder.encode(text) }
    }

    @MainActor private static func saveWrongNote(_ path: String) throws {
        try GraphEncoder().save(Note("wrong"), to: path, keeping: 2, verifying: true)
    }

    private static let message =
        "The graph was encoded, but it cannot be decoded again, so it did not replace the file. Correct the type that the cause "
        + "names."

    @Test @MainActor func whatCannotBeDecodedDoesNotReplaceTheFile() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            try await GraphEncoder().save(Note("right"), to: path, keeping: 2, verifying: true)
            let before = try contents(of: path)
            let async = await #expect(throws: GraphContainerError.self) {
                try await GraphEncoder().save(Note("wrong"), to: path, keeping: 2, verifying: true)
            }
            let sync = expectError(GraphContainerError.self, .verificationFailed) { try Self.saveWrongNote(path) }
            for error in [async, sync] {
                #expect(error?.message == Self.message && error?.path == path)
                #expect(error?.underlyingError is Note.Unreadable)
            }
            #expect(try names(in: folder) == ["file"])
            #expect(try contents(of: path) == before)
            // Without a verification it is saved, as ever.
            try await GraphEncoder().save(Note("wrong"), to: path, keeping: 2, verifying: false)
            #expect(try contents(of: path) != before && contents(of: path + ".1") == before)
        }
    }

    private final class LongNamed: GCodable {
        init() {}
        init(from decoder: any GDecoder) throws {}
        func encode(to encoder: any GEncoder) throws {}
    }

    @Test func theLimitsOfTheEncoderApply() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try LongNamed.register(as: String(repeating: "Long", count: 2_000))
            let encoder = GraphEncoder(policy: GraphDecodingPolicy(maximumTypeNameLength: 8_000))
            try encoder.save(LongNamed(), to: path, verifying: true)
            let error = expectError(GraphContainerError.self, .verificationFailed) {
                try encoder.save(LongNamed(), to: path, verifying: .decoding(with: GraphDecoder()))
            }
            #expect((error?.underlyingError as? GraphCodableError)?.code == .limitExceeded)
        }
    }

    @Test @MainActor func anAutosaverVerifiesOnTheModelsActor() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            let timing = GraphAutosaver.Timing(betweenWrites: .zero, afterFailure: .seconds(100_000))
            let autosaver = try GraphAutosaver(to: path, timing: timing)
            let error = expectError(GraphContainerError.self, .verificationFailed) {
                try autosaver.save(Note("wrong"), verifying: true)
            }
            #expect(error?.message == Self.message && !autosaver.hasUnsavedState)
            let note = Note("wrong")
            autosaver.setNeedsSave(verifying: true) { note }
            let later = await #expect(throws: GraphContainerError.self) { try await autosaver.flush() }
            #expect(later?.code == .verificationFailed)
            #expect(try names(in: folder).isEmpty)
            note.text = "right"
            try await autosaver.finish()
            #expect(try await GraphDecoder().load(Note.self, from: path).text == "right")
        }
    }

    @Test(arguments: [false, true]) func aDiskThatChangesBytesIsNoticed(async: Bool) async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            try await GraphEncoder().save([1, 2, 3], to: path)
            let disk = FaultySystem { $1 == "write" ? .changed : nil }
            let file = FileSaver(
                path: SystemPath(path), codec: .lz4, options: GraphContainerWritingOptions(), system: disk)
            func save() throws { try GraphEncoder().save([4, 5, 6], in: file, verifying: true) }
            let error = await #expect(throws: GraphContainerError.self) {
                if async {
                    try await GraphEncoder().save([4, 5, 6], in: file, verifying: true)
                } else {
                    try save()
                }
            }
            #expect(error?.code == .verificationFailed && error?.path == path)
            #expect(error?.message == "The new file does not hold what was written, so it did not replace the old one.")
            #expect(try names(in: folder) == ["file"])
            #expect(try await GraphDecoder().load([Int].self, from: path) == [1, 2, 3])
        }
    }

    /// An error of the system says nothing about the types.
    @Test func aFileThatCannotBeReadBackIsAnErrorOfTheSystem() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            let disk = FaultySystem { $1 == "pread" ? .error(EIO) : nil }
            let file = FileSaver(
                path: SystemPath(path), codec: .lz4, options: GraphContainerWritingOptions(), system: disk)
            let error = expectError(GraphContainerError.self, .fileFailure) {
                try GraphEncoder().save([4, 5, 6], in: file, verifying: true)
            }
            #expect((error?.underlyingError as? SystemCallError)?.number == EIO && error?.path == path)
            let files = try names(in: folder)
            #expect(files.isEmpty)
        }
    }

    @Test @MainActor func whatCannotBeDecodedIsNotWrittenToAPipe() async throws {
        let pipe = Pipe()
        let path = "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)"
        let async = await #expect(throws: GraphContainerError.self) {
            try await GraphEncoder().save(Note("wrong"), to: path, verifying: true)
        }
        let sync = expectError(GraphContainerError.self, .verificationFailed) {
            try Self.save(Note("wrong"), to: path, verifying: true)
        }
        #expect(async?.message == Self.message && sync?.message == Self.message)
        try Self.save(Note("right"), to: path, verifying: true)
        try pipe.fileHandleForWriting.close()
        let written = try #require(try pipe.fileHandleForReading.readToEnd())
        #expect(try GraphDecoder().decode(Note.self, fromArchive: written).text == "right")
    }

    /// With every codec, and for archives of one block and of several.
    @Test(arguments: [GraphCodec.none, .lz4, .zlib, .custom(RunCodec())])
    func whatIsVerifiedIsSaved(codec: GraphCodec) throws {
        try withTemporaryFolder { folder in
            for count in [3, 40_000] {
                let numbers = Array(0..<count)
                let options = GraphContainerWritingOptions(blockSizeLog2: 16)
                try GraphEncoder().save(numbers, to: folder + "/file", codec: codec, options: options, verifying: true)
                let reading = GraphContainerReadingOptions(codecs: [RunCodec()])
                #expect(try GraphDecoder().load([Int].self, from: folder + "/file", options: reading) == numbers)
            }
        }
    }

    // MARK: Names

    @Test func aNameThatIsTooLongForBackupsIsRefusedBeforeAnythingIsWritten() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/" + String(repeating: "n", count: 255)
            try GraphEncoder().save(1, to: path)
            let system = FaultySystem()
            let error = expectError(GraphContainerError.self, .invalidArgument) {
                try GraphEncoder().save(
                    2, to: SystemPath(path), keeping: 3, codec: .lz4, options: GraphContainerWritingOptions(),
                    system: system)
            }
            #expect(
                error?.message
                    == "The name has 255 bytes, too many for backups, whose names are longer. Use a shorter name, or keep no "
                    + "backups.")
            #expect(!system.calls.contains("write") && system.openCount == 0)
            #expect(try names(in: folder).count == 1)
            #expect(try GraphDecoder().load(Int.self, from: path, backups: 3).root == 1)
            let shorter = folder + "/" + String(repeating: "m", count: 253)
            for version in 1...5 { try GraphEncoder().save(version, to: shorter, keeping: 3) }
            #expect(try GraphDecoder().load(Int.self, from: shorter, backups: 3, skipping: 3).root == 2)
        }
    }

    private struct WriteOnly: GEncodable {
        func encode(to encoder: any GEncoder) throws { try encoder.encode(1) }
    }

    @MainActor private static func save(_ root: any GCodable, to path: String, verifying: SaveVerification) throws {
        try GraphEncoder().save(root, to: path, verifying: verifying)
    }

    @Test @MainActor func aRootOfAnyTypeIsSavedAndVerified() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            let root: any GCodable & AnyObject = Note("any")
            try Self.save(root, to: path, verifying: false)
            try Self.save(root, to: path, verifying: true)
            try await GraphEncoder().save(root, to: path, verifying: true)
            let autosaver = try GraphAutosaver(to: path)
            try autosaver.save(root, verifying: true)
            try await autosaver.finish()
            let loaded = try await GraphDecoder().load(Note.self, from: path)
            #expect(loaded.text == "any")
            expectError(GraphContainerError.self, .verificationFailed) {
                try Self.save(Note("wrong"), to: path, verifying: true)
            }
        }
    }

    private static func save(_ root: WriteOnly, to path: String, verifying: SaveVerification) throws {
        try GraphEncoder().save(root, to: path, verifying: verifying)
    }

    @Test func aRootThatCannotBeDecodedIsNotVerified() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            let error = expectError(GraphContainerError.self, .invalidArgument) {
                try Self.save(WriteOnly(), to: path, verifying: true)
            }
            #expect(
                error?.message
                    == "A save that verifies decodes the graph, but WriteOnly does not conform to GDecodable. Conform to "
                    + "GCodable, or save without verifying.")
            #expect(try names(in: folder).isEmpty)
            try Self.save(WriteOnly(), to: path, verifying: false)
            #expect(try names(in: folder) == ["file"])
        }
    }
}
