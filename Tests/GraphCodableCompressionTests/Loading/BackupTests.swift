import Foundation
import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

/// Older versions of a file are kept, and take its place when it is damaged.
@Suite struct BackupTests {
    private static func load(_ path: String, backups: Int = 3) throws -> LoadedGraph<Int> {
        try GraphDecoder().load(Int.self, from: path, backups: backups)
    }

    @Test func theLastVersionsAreKept() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            for version in 1...5 {
                try GraphEncoder().save(version, to: path, keeping: 3)
            }
            #expect(try names(in: folder) == ["file", "file.1", "file.2", "file.3"])
            for (name, version) in [("file", 5), ("file.1", 4), ("file.2", 3), ("file.3", 2)] {
                #expect(try GraphDecoder().load(Int.self, from: folder + "/" + name) == version)
            }
            try GraphEncoder().save(6, to: path, keeping: 1)
            #expect(try GraphDecoder().load(Int.self, from: path + ".1") == 5)
            try GraphEncoder().save(7, to: path, keeping: 0)
            #expect(try GraphDecoder().load(Int.self, from: path + ".1") == 5)
            #expect(throws: GraphContainerError.self) { try GraphEncoder().save(8, to: path, keeping: -1) }
        }
    }

    @Test(arguments: [1, 2]) func aFolderWithTheNameOfABackupLeavesEverythingAsItWas(number: Int) throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            for version in 1...number { try GraphEncoder().save(version, to: path, keeping: 2) }
            try FileManager.default.createDirectory(atPath: "\(path).\(number)", withIntermediateDirectories: false)
            let before = try names(in: folder)
            for _ in 0..<3 {
                let error = #expect(throws: GraphContainerError.self) {
                    try GraphEncoder().save(9, to: path, keeping: 2)
                }
                #expect(error?.path == "\(path).\(number)")
                #expect(
                    error?.message
                        == "A folder has the name of a backup, so the old file cannot be kept; the new one was not saved. "
                        + "Move the folder, or keep no backups.")
            }
            #expect(try GraphDecoder().load(Int.self, from: path) == number)
            #expect(try names(in: folder) == before)
            try GraphEncoder().save(9, to: path)
            #expect(try GraphDecoder().load(Int.self, from: path) == 9)
        }
    }

    @Test func aFileThatIsNoArchiveIsNeverRemoved() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/chapter"
            for number in 1...4 {
                try Data("notes \(number)".utf8).write(to: URL(filePath: "\(path).\(number)"))
            }
            try FileManager.default.createDirectory(atPath: path + ".5", withIntermediateDirectories: false)
            try GraphEncoder().save(0, to: path, keeping: 2)
            #expect(try names(in: folder) == ["chapter"] + (1...5).map { "chapter.\($0)" })
            try FileManager.default.removeItem(atPath: path + ".5")
            for version in 1...9 { try GraphEncoder().save(version, to: path, keeping: 2) }
            let notes = try names(in: folder).map { try Data(contentsOf: URL(filePath: folder + "/" + $0)) }
                .filter { $0.starts(with: "notes".utf8) }
            #expect(notes == (1...4).map { Data("notes \($0)".utf8) })
            #expect(try [1, 2].map { try GraphDecoder().load(Int.self, from: "\(path).\($0)") } == [8, 7])
            #expect(try names(in: folder).count == 7)
        }
    }

    @Test func aNegativeNumberOfBackupsIsRefused() throws {
        let error = #expect(throws: GraphContainerError.self) { try Self.load("/nowhere", backups: -1) }
        #expect(error?.code == .invalidArgument && error?.message == "-1 backups cannot be tried. Use 0 or more.")
    }

    @Test func theNewestGoodVersionIsLoadedAndSaidSo() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            for version in 1...4 {
                try GraphEncoder().save(version, to: path, keeping: 3)
            }
            let whole = try Self.load(path)
            #expect(whole.root == 4 && whole.backup == nil && whole.failures.isEmpty && whole.path == path)
            // The file is cut off, one backup is changed and one has been lost.
            try write(Array(contents(of: path).dropLast()), to: path)
            let cut = try Self.load(path)
            #expect(cut.root == 3 && cut.backup == 1 && cut.failures.map(\.path) == [path])
            var bytes = try contents(of: path + ".1")
            bytes[40] ^= 1
            try write(bytes, to: path + ".1")
            try FileManager.default.removeItem(atPath: path + ".2")
            let last = try Self.load(path)
            #expect(last.root == 1 && last.backup == 3 && last.failures.count == 3)
            expectError(GraphContainerError.self, .truncated) { try Self.load(path, backups: 2) }
        }
    }

    @Test(arguments: [false, true]) func whateverCallFailsTheFileIsThereAndNoVersionIsLost(forever: Bool) throws {
        let options = GraphContainerWritingOptions()
        func save(_ version: Int, _ path: String, _ system: any SystemCalls) throws {
            try GraphEncoder().save(
                version, to: SystemPath(path), keeping: 2, codec: .none, options: options, system: system)
        }
        let plain = FaultySystem()
        try withTemporaryFolder { folder in
            for version in 1...3 { try save(version, folder + "/file", version == 3 ? plain : OperatingSystem()) }
        }
        for failing in plain.calls.indices {
            try withTemporaryFolder { folder in
                let path = folder + "/file"
                for version in 1...2 { try save(version, path, OperatingSystem()) }
                let system = FaultySystem { number, call in
                    let fails = forever && call != "unlink" ? number >= failing : number == failing
                    return fails ? .error(EIO) : nil
                }
                let isSaved = (try? save(3, path, system)) != nil
                let file = try GraphDecoder().load(Int.self, from: path)
                #expect(isSaved ? file == 3 : file == 2 || file == 3)
                // What cannot be removed stays, empty, and is used by the next saver.
                let found = try names(in: folder).filter { !$0.hasSuffix("graphz-lock.tmp") }
                let versions = try found.map { try GraphDecoder().load(Int.self, from: folder + "/" + $0) }
                #expect(Set(versions).isSuperset(of: [1, 2]), "\(plain.calls[failing]) failed")
                #expect(!found.contains { $0.hasSuffix(".tmp") })
                #expect(system.openCount == 0)
            }
        }
    }

    @Test func whoReadsWhileOthersSaveGetsAWholeGraph() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "graphz-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "file")
        try await GraphEncoder().save(Array(repeating: 0, count: 5_000), to: url)
        let (saves, reads) = (Torture.count(40, torture: 5_000), Torture.count(200, torture: 30_000))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for saver in 1...3 {
                group.addTask {
                    for version in 0..<saves {
                        try await GraphEncoder().save(Array(repeating: saver * 10_000 + version, count: 5_000), to: url)
                    }
                }
            }
            group.addTask {
                for _ in 0..<reads {
                    let numbers = try await GraphDecoder().load([Int].self, from: url)
                    #expect(numbers.count == 5_000 && Set(numbers).count == 1)
                }
            }
            try await group.waitForAll()
        }
        Figure.print("files read while \(3 * saves) were saved in the same place, all whole", reads)
        #expect(try names(in: folder.path(percentEncoded: false)) == ["file"])
    }

    @Test func endlessInterruptionsEndWithAnError() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try GraphEncoder().save(1, to: path)
            for call in ["fstatat", "open", "write", "fstat", "fchmod", "fsync", "rename"] {
                let system = FaultySystem { $1 == call ? .error(EINTR) : nil }
                expectError(GraphContainerError.self, .fileFailure) {
                    try GraphEncoder().save(
                        2, to: SystemPath(path), codec: .none, options: GraphContainerWritingOptions(), system: system)
                }
                #expect(try names(in: folder) == ["file"], "\(call)")
                #expect(try GraphDecoder().load(Int.self, from: path) == 1, "\(call)")
            }
        }
    }
}
