import Foundation

/// What the package says of each archive of the corpus that it refuses: the error, its place and its text.
///
/// Another reader need not say the same. With the variable `MAKE_GOLDENS` the lists are made again.
package enum CorpusMessages {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../Corpus/messages"
    )
    .standardizedFileURL

    /// Compares what was said with the list.
    ///
    /// - Parameters:
    ///   - found: What was said, by what was read.
    ///   - list: The name of the list's file.
    /// - Returns: The lines that differ: those of the list with a minus, the others with a plus.
    package static func differences(_ found: [String: String], from list: String) throws -> [String] {
        let file = folder.appending(path: list)
        let lines = found.map { "\($0)\t\($1.replacingOccurrences(of: "\n", with: #"\n"#))" }.sorted()
        if ProcessInfo.processInfo.environment["MAKE_GOLDENS"] != nil {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
        }
        let expected = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        return Set(expected).subtracting(lines).sorted().map { "- " + $0 }
            + Set(lines).subtracting(expected).sorted().map { "+ " + $0 }
    }
}
