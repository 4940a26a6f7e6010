import Foundation
@testable import GraphCodableCompression
import Testing

struct DurableFileTests {
    static let old = Payload.text(1000)
    static let new = Payload.random(200_000)

    /// Saves in the way that archives are saved: small pieces and large ones.
    static func save(_ bytes: [UInt8] = new, to path: String, system: any SystemCalls = OperatingSystem()) throws {
        try AtomicFileWriter.replace(SystemPath(path), system: system) { write in
            try bytes[..<min(100, bytes.count)].withUnsafeBytes { try write($0) }
            try bytes.dropFirst(100).withUnsafeBytes { try write($0) }
        }
    }

    static func attribute(_ key: FileAttributeKey, of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[key] as? Int
    }

    static func mode(of path: String) throws -> Int? {
        try attribute(.posixPermissions, of: path)
    }

    @Test func aFileIsMadeOrReplaced() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try Self.save(Self.old, to: path)
            #expect(try contents(of: path) == Self.old)
            try Self.save(Self.new, to: path)
            #expect(try contents(of: path) == Self.new)
            try Self.save([], to: path)
            #expect(try contents(of: path).isEmpty)
            #expect(try names(in: folder) == ["file"])
        }
    }

    @Test func theNewFileIsOnTheDiskBeforeItTakesItsPlace() throws {
        try withTemporaryFolder { folder in
            let system = FaultySystem()
            try write(Self.old, to: folder + "/file")
            try Self.save(to: folder + "/file", system: system)
            let changes: Set = ["fchmod", "fsync", "rename", "link", "unlink"]
            #expect(system.calls.filter(changes.contains) == ["fchmod", "fsync", "rename", "fsync"])
            #expect(system.openCount == 0)
        }
    }

    @Test(arguments: [0o600, 0o640, 0o444, 0o755, 0o2750, 0o4711]) func theModeIsKept(mode: Int) throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try write(Self.old, to: path)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            try Self.save(to: path)
            #expect(try Self.mode(of: path) == mode)
        }
    }

    @Test func aNewFileHasTheModeOfAnyNewFile() throws {
        try withTemporaryFolder { folder in
            try Self.save(to: folder + "/saved")
            #expect(FileManager.default.createFile(atPath: folder + "/made", contents: nil))
            #expect(try Self.mode(of: folder + "/saved") == Self.mode(of: folder + "/made"))
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only the superuser may give files away")) func theOwnerIsKept() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try write(Self.old, to: path)
            #expect(chown(path, 1234, 4321) == 0)
            #expect(chmod(path, 0o4750) == 0)
            try Self.save(to: path)
            #expect(try Self.attribute(.ownerAccountID, of: path) == 1234)
            #expect(try Self.attribute(.groupOwnerAccountID, of: path) == 4321)
            #expect(try Self.mode(of: path) == 0o4750)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only the superuser may give files away"))
    func whatAnotherGroupWasAllowedIsNotAllowedToThisOne() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try write(Self.old, to: path)
            #expect(chown(path, 1234, 4321) == 0)
            #expect(chmod(path, 0o4764) == 0)
            let system = FaultySystem { _, call in call == "fchown" ? .error(EPERM) : nil }
            try Self.save(to: path, system: system)
            #expect(try Self.mode(of: path) == 0o744)
        }
    }

    @Test func aSymbolicLinkIsKept() throws {
        try withTemporaryFolder { folder in
            let manager = FileManager.default
            try manager.createDirectory(atPath: folder + "/inner", withIntermediateDirectories: false)
            try write(Self.old, to: folder + "/inner/file")
            try manager.createSymbolicLink(atPath: folder + "/relative", withDestinationPath: "inner/file")
            try manager.createSymbolicLink(atPath: folder + "/inner/chain", withDestinationPath: "../relative")
            try manager.createSymbolicLink(atPath: folder + "/absolute", withDestinationPath: folder + "/inner/chain")
            for (number, link) in ["relative", "inner/chain", "absolute"].enumerated() {
                let bytes = Payload.random(1000 + number)
                try Self.save(bytes, to: folder + "/" + link)
                #expect(try contents(of: folder + "/inner/file") == bytes)
            }
            #expect(try manager.destinationOfSymbolicLink(atPath: folder + "/relative") == "inner/file")
            #expect(try names(in: folder) == ["absolute", "inner", "relative"])
            #expect(try names(in: folder + "/inner") == ["chain", "file"])
        }
    }

    @Test func aLinkToNothingLeadsToTheNewFile() throws {
        try withTemporaryFolder { folder in
            try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "file")
            try Self.save(to: folder + "/link")
            #expect(try contents(of: folder + "/file") == Self.new)
        }
    }

    @Test func linksInACircleAreAnError() throws {
        try withTemporaryFolder { folder in
            try FileManager.default.createSymbolicLink(atPath: folder + "/a", withDestinationPath: "b")
            try FileManager.default.createSymbolicLink(atPath: folder + "/b", withDestinationPath: "a")
            #expect(code { try Self.save(to: folder + "/a") } == .fileFailure)
        }
    }

    @Test func placesWhereNoFileCanBeAreErrors() throws {
        try withTemporaryFolder { folder in
            #expect(code { try Self.save(to: folder) } == .fileFailure)
            #expect(code { try Self.save(to: folder + "/") } == .fileFailure)
            #expect(code { try Self.save(to: folder + "/file/") } == .fileFailure)
            #expect(code { try Self.save(to: folder + "/missing/file") } == .fileFailure)
            #expect(code { try Self.save(to: "") } == .invalidArgument)
            #expect(code { try Self.save(to: folder + "/a\0b") } == .invalidArgument)
            let left = try names(in: folder)
            #expect(left.isEmpty)
            let error = #expect(throws: GraphContainerError.self) { try Self.save(to: folder + "/missing/file") }
            #expect((error?.underlyingError as? SystemCallError)?.number == ENOENT)
            #expect(error?.path?.hasPrefix(folder) == true)
        }
    }

    @Test func aLongNameCanBeSaved() throws {
        try withTemporaryFolder { folder in
            let name = String(repeating: "ü", count: 127)
            try Self.save(to: folder + "/" + name)
            #expect(try names(in: folder) == [name])
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))) func aFullDeviceIsAnError() throws {
        let error = #expect(throws: GraphContainerError.self) { try Self.save(to: "/dev/full") }
        #expect((error?.underlyingError as? SystemCallError)?.number == ENOSPC)
    }

    @Test func aDeviceIsWrittenToAndStaysADevice() throws {
        try Self.save(to: "/dev/null")
        let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        #expect(type == .typeCharacterSpecial)
    }

    /// Opening a socket, or a device without a driver, fails with the same number as a pipe without a reader.
    @Test func onlyThePipesReaderIsWaitedFor() throws {
        func expectFailure(_ path: String, _ fault: @escaping @Sendable (String) -> FaultySystem.Fault?) {
            // A wait ends with another error.
            let system = FaultySystem { number, call in number > 10 ? .error(EIO) : fault(call) }
            let error = #expect(throws: GraphContainerError.self) { try Self.save(to: path, system: system) }
            #expect(error?.code == .fileFailure && (error?.underlyingError as? SystemCallError)?.number == ENXIO)
        }
        expectFailure("/dev/null") { $0 == "open" ? .error(ENXIO) : nil }
        #if os(Linux)
        // Elsewhere this call is the superuser's, and opening a socket fails with another number.
        try withTemporaryFolder { folder in
            #expect(mknod(folder + "/socket", S_IFSOCK | 0o600, 0) == 0)
            expectFailure(folder + "/socket") { _ in nil }
        }
        #endif
    }

    @Test func noCallIsForMoreBytesThanAppleSystemsAccept() throws {
        try withTemporaryFolder { folder in
            try write([], to: folder + "/file")
            let system = FaultySystem { _, _ in .nothing }
            let file = try OpenFile.reading(SystemPath(folder + "/file"), system: system)
            // Nobody accesses this memory.
            let memory = UnsafeMutableRawBufferPointer(
                start: UnsafeMutableRawPointer(bitPattern: 1 << 32), count: 5 << 30)
            #expect(try file.read(at: 0, into: memory) == memory.count)
            #expect(try file.read(into: memory) > 0)
            try file.write(UnsafeRawBufferPointer(memory))
        }
    }

    @Test func anErrorWhileWritingLeavesTheOldFile() throws {
        struct Failed: Error {}
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try write(Self.old, to: path)
            #expect(throws: Failed.self) {
                try AtomicFileWriter.replace(SystemPath(path)) { write in
                    try Self.new.withUnsafeBytes { try write($0) }
                    throw Failed()
                }
            }
            #expect(try contents(of: path) == Self.old)
            #expect(try names(in: folder) == ["file"])
        }
    }

    static let reasons: [Int32] = [EIO, ENOSPC, EDQUOT, EACCES, EROFS]

    @Test(arguments: reasons, [false, true])
    func whateverCallFailsTheFileIsOldOrNewAndNoTemporaryStays(reason: Int32, forever: Bool) throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try write(Self.old, to: path)
            let plain = FaultySystem()
            try Self.save(to: path, system: plain)
            for failing in 0..<plain.calls.count {
                try write(Self.old, to: path)
                let system = FaultySystem { number, call in
                    // When removing fails for ever nobody can remove the temporary file.
                    let fails = forever && call != "unlink" ? number >= failing : number == failing
                    return fails ? .error(reason) : nil
                }
                let result = code { try Self.save(to: path, system: system) }
                let saved = try contents(of: path)
                let call = plain.calls[failing]
                #expect(try names(in: folder) == ["file"], "\(call) failed")
                // Not the arrays themselves, whose differences it would take long to find.
                let (isOld, isNew) = (saved == Self.old, saved == Self.new)
                // What only cleans up, or asks for attributes that need not be there, may fail.
                #expect(result == nil ? isNew : result == .fileFailure && (isOld || isNew), "\(call) failed")
                if result != nil {
                    #expect(plain.calls[..<failing].contains("rename") ? isNew : isOld, "\(call) failed")
                }
                let isNeeded = ["write", "fchmod", "fsync", "rename"].contains(call)
                #expect(!isNeeded || result == .fileFailure, "\(call) failed")
                #expect(system.openCount == 0, "\(call) failed")
            }
        }
    }

    @Test func interruptedAndShortCallsAreContinued() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try write(Self.old, to: path)
            let interrupted = FaultySystem { number, _ in number % 3 == 2 ? nil : .error(EINTR) }
            try Self.save(to: path, system: interrupted)
            #expect(try contents(of: path) == Self.new)
            let short = FaultySystem { number, _ in number % 2 == 0 ? .short : nil }
            try Self.save(Self.old, to: path, system: short)
            #expect(try contents(of: path) == Self.old)
            #expect(try names(in: folder) == ["file"])
        }
    }

    @Test func aFileIsReadWholeHoweverTheSystemGivesIt() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try write(Payload.text(1000), to: path)
            let system = FaultySystem { number, _ in
                number % 3 == 0 ? .error(EINTR) : number % 3 == 1 ? .short : nil
            }
            let file = try OpenFile.reading(SystemPath(path), system: system)
            var bytes = [UInt8](repeating: 0, count: 1000)
            #expect(try bytes.withUnsafeMutableBytes { try file.read(at: 0, into: $0) } == 1000)
            #expect(bytes == Payload.text(1000))
        }
    }

    @Test func savingAtOnceLeavesOneOfTheFilesWhole() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "graphz-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "file").path(percentEncoded: false)
        let versions = (0..<8).map { Payload.random(100_000, seed: UInt64($0)) }
        try Self.save(versions[0], to: path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for version in versions {
                group.addTask { try Self.save(version, to: path) }
                group.addTask {
                    let found = try contents(of: path)
                    #expect(versions.contains(found))
                }
            }
            try await group.waitForAll()
        }
        #expect(try names(in: folder.path(percentEncoded: false)) == ["file"])
    }
}
