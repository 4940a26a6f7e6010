import Foundation

/// What a file holds at a certain time, by which an autosaver notices that another program has changed it.
///
/// ``LoadedGraph/version`` and ``GraphFile/version`` are the versions that were loaded; pass one to
/// ``GraphAutosaver/init(to:after:keeping:codec:options:timing:encoder:report:)``.
public struct GraphFileVersion: Sendable, Hashable {
    /// The version of a file that does not exist. Nothing that another program creates there is replaced.
    public static let absent = GraphFileVersion(content: nil)

    private struct Content: Hashable {
        let size: UInt64
        /// The END section, which has a hash of everything; other files are distinguished by their time as well.
        let ending: [UInt8]
        let modified: FileStatus.Time?
    }

    private let content: Content?

    private init(content: Content?) {
        self.content = content
    }

    init(of file: OpenFile) throws(GraphContainerError) {
        let status = try file.status()
        let count = Int(min(status.size, UInt64(ContainerFormat.endSize)))
        let ending = try file.bytes(count, at: status.size - UInt64(count))
        self.init(status, ending: ending)
    }

    /// A version that no file has, for one that cannot be examined.
    static let unknown = GraphFileVersion(content: Content(size: .max, ending: [], modified: nil))

    /// Examines the file with a name in a folder. If it may not be read, its size and its time must do.
    static func current(at entry: FolderEntry) throws(GraphContainerError) -> GraphFileVersion {
        guard let status = try entry.status(of: entry.name) else { return .absent }
        do {
            return try GraphFileVersion(of: try OpenFile.reading(in: entry))
        } catch {
            guard error.isSystemError(EACCES) else { throw error }
            return GraphFileVersion(status, ending: [])
        }
    }

    private init(_ status: FileStatus, ending: [UInt8]) {
        self.init(
            content: Content(
                size: status.size, ending: ending, modified: Self.isEndOfArchive(ending) ? nil : status.modified))
    }

    private static func isEndOfArchive(_ ending: [UInt8]) -> Bool {
        guard ending.count == ContainerFormat.endSize else { return false }
        return ending.withUnsafeBytes { bytes in
            let header = try? SectionHeader(
                parsing: UnsafeRawBufferPointer(rebasing: bytes[..<ContainerFormat.headerSize]), at: 0)
            return header?.type == SectionType.end
        }
    }
}
