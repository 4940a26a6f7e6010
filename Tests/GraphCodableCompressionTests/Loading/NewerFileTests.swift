import Foundation
import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

/// A file that a newer program wrote is not damaged: no older version takes its place.
struct NewerFileTests {
    /// What an older program saved; a newer one has another class with a name of as many bytes.
    final class Page: GCodable, GNamed {
        static let archiveName: ArchiveName = "newer.PageA"
        struct Unwanted: Error {}

        let text: String

        init(_ text: String) { self.text = text }

        init(from decoder: any GDecoder) throws {
            text = try decoder.decode()
            if text == "unwanted" { throw Unwanted() }
        }

        func encode(to encoder: any GEncoder) throws { try encoder.encode(text) }
    }

    /// An archive as the newer program saves it, with a class that this one does not have.
    private static func newerArchive() throws -> Bytes {
        var bytes = try GraphEncoder().encode(Page("new")) as Bytes
        let name = Array("newer.PageA".utf8)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
        bytes[start + name.count - 1] = UInt8(ascii: "B")
        return bytes
    }

    // MARK: Codes

    @Test func eachCodeIsDamageOrNot() {
        let damage = ["notAnArchive", "transferDamage", "truncated", "damaged", "malformed", "trailingBytes"]
        let other = [
            "unsupportedVersion", "unsupportedCodec", "unsupportedFeature", "limitExceeded", "codecFailure",
            "fileFailure",
            "fileExists", "fileChanged", "invalidArgument", "verificationFailed",
        ]
        let all = GraphContainerError.Code.Kind.allCases
        #expect(Set(all.map(\.rawValue)) == Set(damage + other))
        for kind in all {
            #expect(GraphContainerError.Code(kind).isDamage == damage.contains(kind.rawValue), "\(kind)")
        }
    }

    @Test func eachCodeOfDecodingIsDamageOfARawArchiveOrNot() {
        for kind in GraphCodableError.Code.Kind.allCases {
            let isDamage = ["notAnArchive", "truncated", "malformed"].contains(kind.rawValue)
            #expect(GraphCodableError.Code(kind).isDamageOfRawArchive == isDamage, "\(kind)")
        }
    }

    // MARK: Files

    /// A way in which the file itself cannot be loaded, although it is not damaged.
    enum Problem: CaseIterable {
        case newerClass, newerContainer, newerCodec, ownError, otherType, limit, directory, missing

        func make(at path: String) throws {
            switch self {
            case .newerClass: try GraphEncoder().save(encoded: newerArchive(), to: path)
            case .newerContainer:
                var forgery = try Forgery(try contents(of: path))
                forgery.header[8] += 1
                try write(forgery.bytes, to: path)
            case .newerCodec:
                var forgery = try Forgery(try contents(of: path))
                forgery.header[9] = 120
                try write(forgery.bytes, to: path)
            case .ownError: try GraphEncoder().save(Page("unwanted"), to: path)
            case .otherType: try GraphEncoder().save(7, to: path)
            case .limit: try GraphEncoder().save((0..<9).map { Page("\($0)") }, to: path)
            case .directory:
                try FileManager.default.removeItem(atPath: path)
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            case .missing: try FileManager.default.removeItem(atPath: path)
            }
        }
    }

    private static func decoder(_ problem: Problem) -> GraphDecoder {
        var policy = GraphDecodingPolicy()
        if problem == .limit { policy.maximumObjectCount = 3 }
        return GraphDecoder(policy: policy)
    }

    private static func text(_ body: () async throws -> Void) async -> String {
        do {
            try await body()
            return "nothing"
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: Problem.allCases) func noOlderVersionTakesThePlaceOfAFileThatIsNotDamaged(problem: Problem)
        async throws
    {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            for text in ["older", "old"] { try await GraphEncoder().save(Page(text), to: path, keeping: 2) }
            try problem.make(at: path)
            let decoder = Self.decoder(problem)
            let plain = await Self.text { _ = try await decoder.load(Page.self, from: path) }
            #expect(plain != "nothing")
            func load() throws { _ = try decoder.load(Page.self, from: path, backups: 2) }
            let sync = await Self.text { try load() }
            let async = await Self.text { _ = try await decoder.load(Page.self, from: path, backups: 2) }
            let recovered = await Self.text { _ = try await decoder.recover(Page.self, from: path) }
            #expect(sync == plain && async == plain)
            #expect(recovered.prefix { $0 != "(" } == plain.prefix { $0 != "(" })
            // Who asks for an older version gets it.
            let older = try await decoder.load(Page.self, from: path, backups: 2, skipping: 1)
            #expect(older.root.text == "older" && older.backup == 1 && older.failures.isEmpty)
        }
    }

    @Test func whatIsNoBackupIsNotSkippedEither() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try FileManager.default.createSymbolicLink(atPath: path + ".1", withDestinationPath: "elsewhere")
            for text in ["oldest", "older", "newest"] { try GraphEncoder().save(Page(text), to: path, keeping: 2) }
            #expect(try names(in: folder) == ["file", "file.1", "file.2", "file.3"])
            func loaded(_ skipped: Int) throws -> String {
                try GraphDecoder().load(Page.self, from: path, backups: 2, skipping: skipped).root.text
            }
            #expect(try (0...2).map(loaded) == ["newest", "older", "oldest"])
        }
    }

    @Test func aNewerBackupIsNotSkippedEither() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try GraphEncoder().save(Page("old"), to: path)
            try GraphEncoder().save(encoded: Self.newerArchive(), to: path, keeping: 2)
            try GraphEncoder().save(Page("new"), to: path, keeping: 2)
            try write([1, 2, 3], to: path)
            let error = expectError(GraphCodableError.self, .typeNotFound) {
                try GraphDecoder().load(Page.self, from: path, backups: 2)
            }
            #expect(error?.message.contains("newer.PageB") == true)
            #expect(try GraphDecoder().load(Page.self, from: path, backups: 2, skipping: 2).root.text == "old")
            for skipped in [-1, 3] {
                let error = expectError(GraphContainerError.self, .invalidArgument) {
                    try GraphDecoder().load(Page.self, from: path, backups: 2, skipping: skipped)
                }
                #expect(
                    error?.message
                        == "\(skipped) versions cannot be skipped. Use 0 to the number of backups, 2.")
            }
        }
    }

    @Test func aDamagedRawArchiveIsFollowedByItsBackup() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try GraphEncoder().save(Page("old"), to: path + ".1")
            let raw = try GraphEncoder().encode(Page("new")) as Bytes
            try write(Array(raw.dropLast(9)), to: path)
            #expect(try GraphDecoder().load(Page.self, from: path, backups: 1).backup == 1)
            // Whatever decoding finds in an archive with checksums is no damage.
            try GraphEncoder().save(encoded: raw, to: path)
            #expect(try GraphDecoder().load(Page.self, from: path, backups: 1).backup == nil)
        }
    }
}
