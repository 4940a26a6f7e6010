import Foundation
import GraphCodable
@testable import GraphCodableCompression
import Testing

/// What is made from a file may be read by nobody who may not read that file.
struct FileAttributesTests {
    private static let time = Date(timeIntervalSince1970: 1_000_000_000)

    private static func make(_ path: String, mode: Int) throws {
        try write(try GraphEncoder().encode([1, 2, 3]), to: path)
        try FileManager.default.setAttributes([.posixPermissions: mode, .modificationDate: time], ofItemAtPath: path)
    }

    private static func date(of path: String) throws -> Date? {
        try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }

    @Test(arguments: [0o600, 0o640, 0o444, 0o4755]) func modeAndTimeAreThoseOfTheSource(mode: Int) throws {
        try withTemporaryFolder { folder in
            let (raw, packed, again, plain) = (
                folder + "/raw", folder + "/packed", folder + "/again", folder + "/plain"
            )
            try Self.make(raw, mode: mode)
            try GraphContainer.compress(from: .path(raw), to: .path(packed), codec: .zlib)
            try GraphContainer.recode(from: .path(packed), to: .path(again), codec: .lz4)
            try GraphContainer.decompress(from: .path(again), to: .path(plain))
            let salvaged = try GraphContainer.salvage(from: .path(again))
            try salvaged.write(to: .path(folder + "/salvaged"))
            try GraphSalvage(salvaged).write(to: .path(folder + "/remaining"))
            for name in ["packed", "again", "plain", "salvaged", "remaining"] {
                #expect(try DurableFileTests.mode(of: folder + "/" + name) == mode & 0o777, "\(name)")
                #expect(try Self.date(of: folder + "/" + name) == Self.time, "\(name)")
            }
            #expect(try contents(of: plain) == contents(of: raw))
        }
    }

    @Test(arguments: [(0o600, 0o644, 0o600), (0o644, 0o600, 0o600), (0o664, 0o647, 0o644)])
    func aFileThatIsReplacedGivesNobodyMore(source: Int, old: Int, new: Int) throws {
        try withTemporaryFolder { folder in
            try Self.make(folder + "/raw", mode: source)
            try write([1], to: folder + "/packed")
            try FileManager.default.setAttributes([.posixPermissions: old], ofItemAtPath: folder + "/packed")
            try GraphContainer.compress(from: .path(folder + "/raw"), to: .path(folder + "/packed"), codec: .zlib)
            #expect(try DurableFileTests.mode(of: folder + "/packed") == new)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only the superuser may give files away"))
    func theOwnerOfTheSourceIsKept() throws {
        try withTemporaryFolder { folder in
            try Self.make(folder + "/raw", mode: 0o640)
            #expect(chown(folder + "/raw", 1234, 4321) == 0)
            try GraphContainer.compress(from: .path(folder + "/raw"), to: .path(folder + "/packed"), codec: .zlib)
            #expect(try DurableFileTests.attribute(.ownerAccountID, of: folder + "/packed") == 1234)
            #expect(try DurableFileTests.attribute(.groupOwnerAccountID, of: folder + "/packed") == 4321)
            #expect(try DurableFileTests.mode(of: folder + "/packed") == 0o640)
        }
    }

    @Test(arguments: [0, 2]) func aModeThatChangesWhileTheNewFileIsWrittenIsKept(backupCount: Int) throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try Self.make(path, mode: 0o644)
            var options = AtomicFileWriter.Options(backupCount: backupCount)
            options.willPublish = { _ in
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            }
            try AtomicFileWriter.replace(SystemPath(path), options) { write in
                try [1, 2].withUnsafeBytes { try write($0) }
            }
            #expect(try DurableFileTests.mode(of: path) == 0o600)
        }
    }

    /// Only a refusal may cost attributes. After other errors the old file remains with all of them.
    @Test func aFileKeepsItsModeOrIsNotReplaced() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            for reason in [EIO, EMFILE, ENOMEM] {
                var (call, isOver) = (0, false)
                while !isOver {
                    try Self.make(path, mode: 0o664)
                    let system = FaultySystem { [call] number, _ in number == call ? .error(reason) : nil }
                    _ = try? AtomicFileWriter.replace(SystemPath(path), system: system) { write in
                        try [1, 2].withUnsafeBytes { try write($0) }
                    }
                    #expect(try DurableFileTests.mode(of: path) == 0o664, "\(reason) at \(system.calls.last ?? "")")
                    isOver = system.calls.count <= call
                    call += 1
                }
            }
        }
    }

    @Test func aFileIsNotOverwrittenByItsOwnConversion() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try GraphEncoder().save([1, 2, 3], to: path)
            let descriptor = try OperatingSystem().open(SystemPath(path), in: AT_FDCWD, O_RDWR, 0)
            defer { try? OperatingSystem().close(descriptor) }
            let error = #expect(throws: GraphContainerError.self) {
                try GraphContainer.decompress(from: .path(path), to: .fileDescriptor(descriptor))
            }
            #expect(error?.code == .invalidArgument && error?.path == "/dev/fd/\(descriptor)")
            #expect(try GraphDecoder().load([Int].self, from: path) == [1, 2, 3])
        }
    }

    @Test func extendedAttributesAreKeptWhereThereAreAny() throws {
        try withTemporaryFolder { folder in
            let system = OperatingSystem()
            let attribute = ExtendedAttribute(name: "user.note", value: [1, 2, 3])
            func attributes(of name: String) throws -> [ExtendedAttribute] {
                let descriptor = try system.open(SystemPath(folder + "/" + name), in: AT_FDCWD, O_RDONLY, 0)
                defer { try? system.close(descriptor) }
                return try system.extendedAttributes(of: descriptor).filter { $0.name == attribute.name }
            }
            try Self.make(folder + "/raw", mode: 0o600)
            let descriptor = try system.open(SystemPath(folder + "/raw"), in: AT_FDCWD, O_RDONLY, 0)
            let isSet = (try? system.setExtendedAttribute(attribute, of: descriptor)) != nil
            try system.close(descriptor)
            // Not every file system has them.
            guard isSet else { return }
            try GraphContainer.compress(from: .path(folder + "/raw"), to: .path(folder + "/packed"), codec: .zlib)
            #expect(try attributes(of: "packed") == [attribute])
            try GraphEncoder().save(1, to: folder + "/packed")
            #expect(try attributes(of: "packed") == [attribute])
        }
    }

    @Test func anErrorOfTheOutputNamesTheOutput() throws {
        try withTemporaryFolder { folder in
            try Self.make(folder + "/raw", mode: 0o600)
            guard let full = FileHandle(forWritingAtPath: "/dev/full") else { return }
            for operation in ["compress", "recode"] {
                let output = GraphContainer.Endpoint.fileDescriptor(full.fileDescriptor)
                let error = #expect(throws: GraphContainerError.self) {
                    if operation == "compress" {
                        try GraphContainer.compress(from: .path(folder + "/raw"), to: output, codec: .zlib)
                    } else {
                        try GraphContainer.recode(from: .path(folder + "/raw"), to: output, codec: .zlib)
                    }
                }
                #expect(error?.path == "/dev/fd/\(full.fileDescriptor)", "\(operation)")
                #expect(error?.message == "The file cannot be written.", "\(operation)")
            }
        }
    }

    @Test func aRawArchiveThatIsCutIsNotCompressed() throws {
        try withTemporaryFolder { folder in
            let bytes = try GraphEncoder().encode([1, 2, 3]) as Bytes
            for count in [20, bytes.count - 1] {
                try write(Array(bytes.prefix(count)), to: folder + "/raw")
                let error = #expect(throws: GraphContainerError.self) {
                    try GraphContainer.compress(
                        from: .path(folder + "/raw"), to: .path(folder + "/packed"), codec: .zlib)
                }
                #expect(
                    error?.description
                        == "\(folder)/raw: truncated (byte \(count)): The archive does not end with its end mark: "
                        + "its end is missing, or bytes follow it. Fetch it again or use a backup.")
                #expect(try names(in: folder) == ["raw"])
            }
        }
    }

    @Test func nothingIsCompressedThatTheSameLimitsWouldNotDecompress() throws {
        try withTemporaryFolder { folder in
            let bytes = try GraphEncoder().encode(String(repeating: "a", count: 3 << 20)) as Bytes
            try write(bytes, to: folder + "/raw")
            var options = GraphContainerReadingOptions()
            options.policy.maximumPlainByteCount = UInt64(bytes.count) - 1
            let error = #expect(throws: GraphContainerError.self) {
                try GraphContainer.compress(
                    from: .path(folder + "/raw"), to: .path(folder + "/packed"), codec: .zlib, readingOptions: options)
            }
            #expect(
                error?.description
                    == "\(folder)/raw: limitExceeded (byte \(bytes.count - 1)): The archive has more than "
                    + "\(bytes.count - 1) bytes, so that it would not be decompressed with the same limits. Raise "
                    + "GraphDecodingPolicy.maximumPlainByteCount.")
            #expect(try names(in: folder) == ["raw"])
            options.policy.maximumPlainByteCount += 1
            options.policy.maximumExpansion = 2
            let dense = #expect(throws: GraphContainerError.self) {
                try GraphContainer.compress(
                    from: .path(folder + "/raw"), to: .path(folder + "/packed"), codec: .zlib,
                    options: GraphContainerWritingOptions(blockSizeLog2: 18), readingOptions: options)
            }
            #expect(dense?.code == .limitExceeded)
            #expect(
                dense?.message
                    == "The archive would grow more than 2 times when it is decompressed, and be refused with "
                    + "the same limits. Raise GraphDecodingPolicy.maximumExpansion.")
            #expect(try names(in: folder) == ["raw"])
        }
    }
}
