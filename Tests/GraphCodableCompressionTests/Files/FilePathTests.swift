import Foundation
import GraphCodable
import GraphCodableCompression
import Testing

/// Paths are bytes: those that are not UTF-8 can be saved to, loaded from and named.
struct FilePathTests {
    /// A name of Latin-1, `é.graph`.
    private static let name: [UInt8] = [0xE9] + Array(".graph".utf8)

    private static func url(in folder: String) throws -> URL {
        try #require(URL(string: "file://\(folder)/%E9.graph"))
    }

    /// The names in a folder, as the system has them.
    private static func rawNames(in folder: String) throws -> Set<[UInt8]> {
        let directory = try #require(opendir(folder))
        defer { closedir(directory) }
        var names = Set<[UInt8]>()
        while let entry = readdir(directory) {
            names.insert(withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) })
        }
        return names.subtracting([Array(".".utf8), Array("..".utf8)])
    }

    // File systems of macOS take only UTF-8.
    #if !canImport(Darwin)
    @Test func aNameThatIsNotUTF8IsSavedAndLoaded() throws {
        try withTemporaryFolder { folder in
            let url = try Self.url(in: folder)
            for version in 1...3 { try GraphEncoder().save(version, to: url, keeping: 1) }
            #expect(try Self.rawNames(in: folder) == [Self.name, Self.name + Array(".1".utf8)])
            #expect(try GraphDecoder().load(Int.self, from: url) == 3)
            let loaded = try GraphDecoder().load(Int.self, from: url, backups: 1)
            #expect(loaded.root == 3 && loaded.path == folder + "/\\xE9.graph")
            #expect(try GraphContainerFile(url).summary.kind == .compressed)
            try GraphContainer.decompress(from: .url(url), to: .path(bytes: Array((folder + "/plain").utf8)))
            #expect(try GraphDecoder().load(Int.self, from: folder + "/plain") == 3)
        }
    }

    @Test func aLinkToANameThatIsNotUTF8IsFollowed() throws {
        try withTemporaryFolder { folder in
            let target = Self.name.map { CChar(bitPattern: $0) } + [0]
            #expect(symlink(target, folder + "/link") == 0)
            try GraphEncoder().save(1, to: folder + "/link")
            try GraphEncoder().save(2, to: folder + "/link", keeping: 1)
            #expect(
                try Self.rawNames(in: folder) == [
                    Self.name, Self.name + Array(".1".utf8), Array("link".utf8),
                ])
            #expect(try GraphDecoder().load(Int.self, from: Self.url(in: folder)) == 2)
        }
    }

    @Test func errorsShowBytesThatAreNotUTF8() throws {
        try withTemporaryFolder { folder in
            let missing = try #require(URL(string: "file://\(folder)/a%FFb%C3%A4"))
            let error = #expect(throws: GraphContainerError.self) { try GraphDecoder().load(Int.self, from: missing) }
            #expect(error?.path == folder + "/a\\xFFbä")
        }
    }
    #endif

    @Test func urlsWithPercentSignsNameWhatTheySay() throws {
        try withTemporaryFolder { folder in
            let url = URL(filePath: folder + "/100% ä%41.graphz")
            try GraphEncoder().save(1, to: url)
            #expect(try names(in: folder) == ["100% ä%41.graphz"])
            #expect(try GraphDecoder().load(Int.self, from: url) == 1)
            let web = try #require(URL(string: "https://example.org/a"))
            let error = #expect(throws: GraphContainerError.self) { try GraphEncoder().save(1, to: web) }
            #expect(error?.message == "The URL https://example.org/a does not name a file. Use a file URL.")
        }
    }

    @Test func standardOutputByNameIsWrittenTo() throws {
        let pipe = Pipe()
        let path = "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)"
        try GraphEncoder().save(7, to: path, codec: .none)
        try pipe.fileHandleForWriting.close()
        let bytes = [UInt8](try pipe.fileHandleForReading.readToEnd() ?? Data())
        #expect(try GraphDecoder().decode(Int.self, fromArchive: bytes) == 7)
    }
}
