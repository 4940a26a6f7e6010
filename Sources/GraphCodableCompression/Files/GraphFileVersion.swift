import Foundation

/// What a file holds at a certain time, by which an autosaver notices that another program has changed it.
///
/// ``LoadedGraph/version`` and ``GraphFile/version`` are the versions that were loaded; pass one to
/// ``GraphAutosaver/init(to:after:keeping:codec:options:timing:encoder:report:)``.
public struct GraphFileVersion: Sendable, Hashable {
    /// The version of a file that does not exist. Nothing that another program creates there is replaced.
    public static let absent = GraphFileVersion(content: .absent)
    /// A version that no file has, for one that cannot be examined.
    static let unknown = GraphFileVersion(content: .unknown)

    private enum Content: Hashable {
        case absent, unknown
        /// The end of a compressed archive has a hash of the raw one, and its beginning one of META. Other files and damaged
        /// ones are distinguished by their time as well, and damaged ones by the time that repairing them cannot keep.
        case file(
            size: UInt64, beginning: [UInt8], ending: [UInt8], modified: FileStatus.Time?, changed: FileStatus.Time?)
    }

    private let content: Content

    private init(content: Content) {
        self.content = content
    }

    init(of file: OpenFile, isDamaged: Bool = false) throws(GraphContainerError) {
        let status = try file.status()
        let count = Int(min(status.size, UInt64(ContainerFormat.endSize)))
        let ending = try file.bytes(count, at: status.size - UInt64(count))
        let beginning = try file.bytes(2 * ContainerFormat.headerSize, at: 0)
        self.init(status, beginning: beginning, ending: ending, isDamaged: isDamaged)
    }

    /// Examines the file with a name in a folder. If it may not be read, its size and its time must do.
    ///
    /// - Parameter isDamaged: Whether the file may be damaged.
    static func current(at entry: FolderEntry, isDamaged: Bool = false) throws(GraphContainerError) -> GraphFileVersion
    {
        guard let status = try entry.status(of: entry.name) else { return .absent }
        do {
            return try GraphFileVersion(of: try OpenFile.reading(in: entry), isDamaged: isDamaged)
        } catch {
            guard error.isSystemError(EACCES) else { throw error }
            return GraphFileVersion(status, beginning: [], ending: [], isDamaged: isDamaged)
        }
    }

    private init(_ status: FileStatus, beginning: [UInt8], ending: [UInt8], isDamaged: Bool) {
        self.init(
            content: .file(
                size: status.size, beginning: beginning, ending: ending,
                modified: isDamaged || !Self.isEndOfArchive(ending) ? status.modified : nil,
                changed: isDamaged ? status.changed : nil))
    }

    var isDamaged: Bool {
        if case .file(_, _, _, _, .some) = content { true } else { false }
    }

    /// The version of a file that has turned out to be intact.
    var ofIntactFile: GraphFileVersion {
        guard case .file(let size, let beginning, let ending, let modified, _) = content else { return self }
        return GraphFileVersion(
            content: .file(
                size: size, beginning: beginning, ending: ending,
                modified: Self.isEndOfArchive(ending) ? nil : modified, changed: nil))
    }

    /// The version without the time that changes, too, when the file gets another name.
    var ignoringNames: GraphFileVersion {
        guard case .file(let size, let beginning, let ending, let modified, _) = content else { return self }
        return GraphFileVersion(
            content: .file(size: size, beginning: beginning, ending: ending, modified: modified, changed: nil))
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
