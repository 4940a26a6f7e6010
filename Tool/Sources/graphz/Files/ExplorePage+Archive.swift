import GraphInspection
import ExplorePage
import Foundation
import GraphCodable
import GraphCodableCompression

extension ExplorePage.Archive {
    /// Verifies an archive like `graphz verify`, and converts it to a form that browsers can read.
    init(verifying place: ArchiveEndpoint, for command: some ReadingCommand) throws {
        let path = try StandardInput.seekablePath(to: place)
        var options = command.container
        let maxSize = command.limits.maxSize.byteCount
        let file = Result { try GraphContainerFile(path, options: options) }
        if let file = try? file.get() { try Self.check(file.summary, maxSize) }
        options.policy.maximumPlainByteCount = min(maxSize, ExplorePage.maximumPlainByteCount)
        let endpoint = GraphContainer.Endpoint.path(bytes: path.bytes)
        let progress = ProgressLine("Checking \(place.name)", isQuiet: command.reporting.hidesProgress)
        // If the file does not end as an archive does, this says why.
        try GraphArchive(from: endpoint, options: options, progress: progress.update).verify()
        let summary = try file.get().summary
        let name = path == place.path ? URL(filePath: place.name).lastPathComponent : place.name
        guard summary.kind == .raw || ExplorePage.codecs.contains(summary.codecID) else {
            self = try Self.recoded(endpoint, name: name, codec: summary.codecName, options: options)
            return
        }
        self.init(name: name, note: nil, nextPart: Self.parts(of: try OpenFile.reading(path)))
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

    /// Returns the archive compressed with a codec that browsers support.
    private static func recoded(
        _ endpoint: GraphContainer.Endpoint, name: String, codec: String, options: GraphContainerReadingOptions
    ) throws -> ExplorePage.Archive {
        let file = FileManager.default.temporaryDirectory.appending(path: "graphz-explore-\(UUID().uuidString)")
        let path = SystemPath(file.path(percentEncoded: false))
        defer { try? FileManager.default.removeItem(at: file) }
        try GraphContainer.recode(
            from: endpoint, to: .path(bytes: path.bytes), codec: .zlib, options: GraphContainerWritingOptions(),
            readingOptions: options, progress: { _ in try Interruption.check() })
        return ExplorePage.Archive(
            name: name,
            note: "The file itself is compressed with \(codec), which browsers do not have; this is it with zlib.",
            nextPart: parts(of: try OpenFile.reading(path)))
    }

    /// Returns a closure that reads a file from its beginning, part by part.
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
