import Foundation
import GraphCodable
import GraphCodableCompression
import TestSupport
import Testing

@Suite("Looking at archives in files")
struct GraphArchiveTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private let raw: Bytes
    private let path: String

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        raw = try GraphEncoder().encode((0..<40_000).map { "line \($0)" })
        path = folder.appendingPathComponent("a.graphz").path
        let options = GraphContainerWritingOptions(blockSizeLog2: 16)
        let bytes = try raw.withUnsafeBytes { try GraphContainer.compress($0, codec: .lz4, options: options) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    @Test(arguments: [false, true]) func theArchiveIsTheSameAsInMemory(isCompressed: Bool) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = isCompressed ? path : folder.appendingPathComponent("a.graph").path
        if !isCompressed {
            try Data(raw).write(to: URL(fileURLWithPath: file))
        }
        var last: UInt64 = 0
        let archive = try GraphArchive(from: .path(file)) { last = $0.completedByteCount }
        #expect(last > 0)
        try archive.verify()
        let inMemory = try GraphArchive(raw)
        #expect(archive.summary == inMemory.summary)
        #expect(try archive.dump() == inMemory.dump())
        #expect(try GraphArchiveSummary(of: GraphContainerFile(file)) == inMemory.summary)
    }

    @Test func progressMayEndTheReading() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(throws: CancellationError.self) {
            try GraphArchive(from: .path(path)) { _ in throw CancellationError() }
        }
    }

    @Test func limitsAreChecked() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = #expect(throws: GraphContainerError.self) {
            try GraphArchive(
                from: .path(path),
                options: GraphContainerReadingOptions(policy: GraphDecodingPolicy(maximumPlainByteCount: 1_000)))
        }
        #expect(error?.code == .limitExceeded)
        let file = try GraphContainerFile(path)
        let summaryError = #expect(throws: GraphCodableError.self) {
            try GraphArchiveSummary(of: file, maximumByteCount: 11)
        }
        #expect(summaryError?.code == .limitExceeded)
    }

    @Test func aPayloadThatIsNoArchiveIsRefused() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let bytes = try Array("This is no archive.".utf8).withUnsafeBytes {
            try GraphContainer.compress($0, codec: .none)
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: GraphCodableError.self) { try GraphArchive(from: .path(path)) }
        #expect(error?.code == .notAnArchive)
        let file = try GraphContainerFile(path)
        expectError(GraphCodableError.self, .notAnArchive) { try GraphArchiveSummary(of: file) }
    }
}
