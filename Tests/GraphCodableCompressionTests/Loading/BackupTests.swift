import Foundation
import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

/// Older versions of a file are kept, and take its place when it is damaged.
struct BackupTests {
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

    private enum Name: CaseIterable { case free, folder, text, link, pipe, backup }

    /// Whatever has the names, as many versions are kept as were requested, and each is loaded when the newer ones are damaged.
    @Test func namesThatAnythingButAnArchiveHasArePassedOver() throws {
        for seed in 0..<UInt64(Torture.count(40, torture: 4_000)) {
            var random = SplitMix64(seed: seed)
            let count = Int.random(in: 1...3, using: &random)
            try withTemporaryFolder { folder in
                let path = folder + "/chapter"
                // Links lead to it, and it must never be loaded.
                try GraphEncoder().save(100, to: folder + "/foreign")
                var others: Set<String> = ["foreign"]
                var texts: [String] = []
                var hasGap = false
                for number in 1...6 {
                    let name = "\(path).\(number)"
                    switch Name.allCases.randomElement(using: &random) ?? .free {
                    case .free:
                        hasGap = true
                        continue
                    case .folder:
                        try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: false)
                    case .text:
                        try write(Array("notes \(number)".utf8), to: name)
                        texts.append(name)
                    case .link: try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: "foreign")
                    case .pipe: #expect(mkfifo(name, 0o600) == 0)
                    case .backup:
                        // Numbers behind a gap are those of earlier saves.
                        if !hasGap { try GraphEncoder().save(-number, to: name) }
                        continue
                    }
                    others.insert("chapter.\(number)")
                }
                for version in 1...9 { try GraphEncoder().save(version, to: path, keeping: count) }
                let names = Set(try names(in: folder))
                #expect(names.subtracting(others).count == 1 + count && names.isSuperset(of: others), "seed \(seed)")
                for text in texts { #expect(try contents(of: text).starts(with: "notes".utf8), "seed \(seed)") }
                var current = path
                for version in (9 - count..<9).reversed() {
                    try write(Array(contents(of: current).dropLast()), to: current)
                    let loaded = try Self.load(path, backups: count)
                    #expect(loaded.root == version && loaded.path != current, "seed \(seed)")
                    current = loaded.path
                }
            }
        }
    }

    @Test func aNegativeNumberOfBackupsIsRefused() throws {
        let error = #expect(throws: GraphContainerError.self) { try Self.load("/nowhere", backups: -1) }
        #expect(error?.code == .invalidArgument && error?.message == "-1 backups cannot be tried. Use 0 to 1,000.")
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
