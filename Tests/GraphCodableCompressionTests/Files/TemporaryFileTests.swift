import Foundation
@testable import GraphCodableCompression
import Testing

/// What savers that were killed have left is removed by the next one, and nothing of those that live.
struct TemporaryFileTests {
    private static func save(_ bytes: [UInt8], to path: String, _ options: AtomicFileWriter.Options = .init()) throws {
        try AtomicFileWriter.replace(SystemPath(path), options) { write in try bytes.withUnsafeBytes { try write($0) } }
    }

    @Test func whatKilledSaversLeftIsRemoved() throws {
        try withTemporaryFolder { folder in
            for number in [0, 1, 2, 5, 20] {
                try write([1], to: folder + "/.file.graphz-\(number).tmp")
            }
            try write([], to: folder + "/.file.graphz-lock.tmp")
            // Those of another file are nobody's business.
            try write([1], to: folder + "/.file2.graphz-0.tmp")
            try Self.save([2], to: folder + "/file")
            #expect(
                try names(in: folder) == [".file.graphz-20.tmp", ".file2.graphz-0.tmp", "file"],
                "beyond a large gap nobody looks")
            #expect(try contents(of: folder + "/file") == [2])
        }
    }

    @Test func whatALivingSaverHasIsKept() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try AtomicFileWriter.replace(SystemPath(path)) { write in
                try [UInt8(1), 1].withUnsafeBytes { try write($0) }
                for version in 2...4 { try Self.save([UInt8(version)], to: path) }
                #expect(try names(in: folder) == [".file.graphz-0.tmp", "file"])
                try AtomicFileWriter.replace(SystemPath(path)) { write in
                    try [UInt8(5)].withUnsafeBytes { try write($0) }
                    let found = try names(in: folder)
                    #expect(found == [".file.graphz-0.tmp", ".file.graphz-1.tmp", "file"])
                }
            }
            #expect(try names(in: folder) == ["file"])
            #expect(try contents(of: path) == [1, 1])
        }
    }

    @Test func whatAnotherSaverWritesUnderARemovedNameIsNeitherPublishedNorRemoved() throws {
        for count in [0, 1] {
            try withTemporaryFolder { folder in
                let path = folder + "/file"
                try Self.save([1], to: path)
                let error = #expect(throws: GraphContainerError.self) {
                    try AtomicFileWriter.replace(SystemPath(path), AtomicFileWriter.Options(backupCount: count)) {
                        put in
                        try [UInt8(2)].withUnsafeBytes { try put($0) }
                        // A program cleans the folder, and another saver begins.
                        try FileManager.default.removeItem(atPath: folder + "/.file.graphz-0.tmp")
                        try write([3], to: folder + "/.file.graphz-0.tmp")
                    }
                }
                #expect(error?.message == "Another program has removed the temporary file, so the file was not saved.")
                #expect(try contents(of: path) == [1])
                #expect(try contents(of: folder + "/.file.graphz-0.tmp") == [3])
            }
        }
    }

    /// Users who save the same file must open each other's lock, whatever their umask is.
    @Test func everybodyMayOpenTheLock() throws {
        try withTemporaryFolder { folder in
            let entry = try #require(try FolderEntry.resolve(SystemPath(folder + "/file"), OperatingSystem()))
            let lock = try SaverLock(entry) {}
            let status = try entry.status(of: entry.temporaryName(SaverLock.distinction))
            #expect((status?.mode ?? 0) & 0o777 == 0o666)
            lock.release()
        }
    }

    /// Another saver holds the lock, or one after another removes its own, of which this one sees only the end.
    @Test(arguments: [true, false]) func nobodyWaitsForOtherSaversForever(isHeld: Bool) throws {
        try withTemporaryFolder { folder in
            let path = SystemPath(folder + "/file")
            let system = FaultySystem { _, call in
                if call == "flock" { try? FileManager.default.removeItem(atPath: folder + "/.file.graphz-lock.tmp") }
                return nil
            }
            let entry = try #require(try FolderEntry.resolve(path, isHeld ? OperatingSystem() : system))
            let lock = isHeld ? try SaverLock(entry) {} : nil
            defer { lock?.release() }
            var waitCount = 0
            let error = #expect(throws: GraphContainerError.self) {
                try SaverLock(entry, patience: 50) { waitCount += 1 }
            }
            #expect(error?.message == "Another saver has been moving backups for a minute; the file was not saved.")
            #expect(error?.code == .fileFailure && waitCount > 1)
        }
    }

    @Test func whatIsNoTemporaryFileIsLeftAlone() throws {
        try withTemporaryFolder { folder in
            try FileManager.default.createDirectory(
                atPath: folder + "/.file.graphz-0.tmp", withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/.file.graphz-1.tmp", withDestinationPath: "victim")
            try write([7], to: folder + "/victim")
            try Self.save([2], to: folder + "/file")
            #expect(try names(in: folder) == [".file.graphz-0.tmp", ".file.graphz-1.tmp", "file", "victim"])
            #expect(try contents(of: folder + "/victim") == [7])
        }
    }

    @Test func withoutLocksSavingWorksAndKeepsWhatMayBeInUse() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try write([1], to: folder + "/.file.graphz-0.tmp")
            let system = FaultySystem { $1 == "flock" ? .error(ENOTSUP) : nil }
            let options = AtomicFileWriter.Options(backupCount: 1)
            for version: UInt8 in 2...4 {
                try AtomicFileWriter.replace(SystemPath(path), options, system: system) { write in
                    try (ContainerFormat.signature + [version]).withUnsafeBytes { try write($0) }
                }
            }
            // Nobody knows whether another saver uses the lock file, so it is left alone, too.
            #expect(
                try names(in: folder) == [".file.graphz-0.tmp", ".file.graphz-lock.tmp", "file", "file.1"])
            #expect(try contents(of: path).last == 4)
            #expect(try contents(of: path + ".1").last == 3)
        }
    }

    @Test func aFileThatMustBeNewReplacesNothingThatComesMeanwhile() throws {
        for hasExclusiveRenaming in [true, false] {
            try withTemporaryFolder { folder in
                let path = folder + "/file"
                let system = FaultySystem { _, call in
                    call == "renameat2" && !hasExclusiveRenaming ? .error(EINVAL) : nil
                }
                let options = AtomicFileWriter.Options(mustBeNew: true)
                let error = #expect(throws: GraphContainerError.self) {
                    try AtomicFileWriter.replace(SystemPath(path), options, system: system) { write in
                        try [UInt8(1)].withUnsafeBytes { try write($0) }
                        try Data([9]).write(to: URL(filePath: path))
                    }
                }
                #expect(
                    error?.description == "\(path): fileExists: There is a file already, and it is not to be replaced.")
                #expect(try contents(of: path) == [9])
                #expect(try names(in: folder) == ["file"])
                try FileManager.default.removeItem(atPath: path)
                try AtomicFileWriter.replace(SystemPath(path), options, system: system) { write in
                    try [UInt8(3)].withUnsafeBytes { try write($0) }
                }
                #expect(try contents(of: path) == [3])
                #expect(try names(in: folder) == ["file"])
                // A link counts as something, even if it leads nowhere.
                try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "nowhere")
                #expect(code { try Self.save([1], to: folder + "/link", options) } == .fileExists)
                #expect(system.openCount == 0)
            }
        }
    }

    @Test func changingTheWorkingDirectoryMeanwhileDoesNoHarm() throws {
        // The working directory is the process's: a renamed folder shows the same.
        try withTemporaryFolder { folder in
            let (before, after) = (folder + "/before", folder + "/after")
            try FileManager.default.createDirectory(atPath: before, withIntermediateDirectories: false)
            try write([1], to: before + "/file")
            try AtomicFileWriter.replace(SystemPath(before + "/file"), AtomicFileWriter.Options(backupCount: 1)) {
                write in
                try [UInt8(2)].withUnsafeBytes { try write($0) }
                try FileManager.default.moveItem(atPath: before, toPath: after)
            }
            #expect(try names(in: folder) == ["after"])
            #expect(try names(in: after) == ["file", "file.1"])
            #expect(try contents(of: after + "/file") == [2])
            #expect(try contents(of: after + "/file.1") == [1])
        }
    }
}
