import GraphInspection
import ExplorePage
import Foundation
import GraphCodable
import GraphCodableCompression

/// An archive that was checked and goes into a page.
struct ExploredArchive {
    let archive: ExplorePage.Archive

    /// Checks an archive as `graphz verify` does, and makes what browsers can read of it.
    ///
    /// - Parameters:
    ///   - place: Where it is.
    ///   - limits: What reading it may use. The limits of the page hold besides.
    ///   - isQuiet: Whether no progress is shown.
    /// - Throws: ``ToolError`` and the libraries' errors, when the page could not show it.
    init(_ place: ArchivePlace, limits: LimitOptions, isQuiet: Bool) throws {
        let path = try place.path ?? SystemPath(StandardInput.seekablePath())
        var options = limits.readingOptions
        let summary = try GraphContainerFile(path, options: options).summary
        try Self.check(summary, limits.maxSize.byteCount)
        options.policy.maximumPlainByteCount = min(limits.maxSize.byteCount, ExplorePage.maximumPlainByteCount)
        let endpoint = GraphContainer.Endpoint.bytes(path.bytes)
        let progress = ProgressLine("Checking \(place.name)", isQuiet: isQuiet)
        try GraphArchive(from: endpoint, options: options, progress: progress.update).verify()
        let name = path == place.path ? URL(filePath: place.name).lastPathComponent : place.name
        guard summary.kind == .raw || ExplorePage.codecs.contains(summary.codecID) else {
            archive = try Self.recoded(endpoint, name: name, codec: summary.codecName, options: options)
            return
        }
        archive = ExplorePage.Archive(name: name, note: nil, nextPart: Self.parts(of: try OpenFile.reading(path)))
    }

    private static func check(_ summary: GraphContainer.Summary, _ maxSize: UInt64) throws {
        let sizes = [
            (summary.archiveByteCount, ExplorePage.maximumByteCount, "The archive", "go into a page"),
            (summary.plainByteCount, ExplorePage.maximumPlainByteCount, "The raw archive", "the page can show"),
        ]
        for (size, limit, what, purpose) in sizes where size > limit && size <= maxSize {
            throw GraphContainerError(
                .limitExceeded,
                "\(what) has \(DecimalText.grouped(size)) bytes, more than the \(DecimalText.grouped(limit)) that \(purpose). "
                    + "Use 'graphz dump'.")
        }
    }

    /// The archive with a codec that browsers have.
    private static func recoded(
        _ endpoint: GraphContainer.Endpoint, name: String, codec: String, options: GraphContainerReadingOptions
    ) throws -> ExplorePage.Archive {
        let file = FileManager.default.temporaryDirectory.appending(path: "graphz-explore-\(UUID().uuidString)")
        let path = SystemPath(file.path(percentEncoded: false))
        defer { try? FileManager.default.removeItem(at: file) }
        try GraphContainer.recode(
            from: endpoint, to: .bytes(path.bytes), codec: .zlib, options: GraphContainerWritingOptions(),
            readingOptions: options, progress: { _ in try Interruption.check() })
        return ExplorePage.Archive(
            name: name,
            note: "The file itself is compressed with \(codec), which browsers do not have; this is it with zlib.",
            nextPart: parts(of: try OpenFile.reading(path)))
    }

    /// Reads a file from its beginning, part by part.
    private static func parts(of file: OpenFile) -> () throws -> Data {
        var offset: UInt64 = 0
        return {
            var part = Data(count: ExplorePage.partByteCount)
            let count = try part.withUnsafeMutableBytes { try file.read(at: offset, into: $0) }
            offset += UInt64(count)
            return part.prefix(count)
        }
    }
}
