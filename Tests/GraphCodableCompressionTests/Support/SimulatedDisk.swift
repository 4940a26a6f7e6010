import Foundation
@testable import GraphCodableCompression
import Synchronization

/// A file system in memory that remembers every change that it was asked for, so that a test can tell what a power failure
/// might leave of it.
///
/// Symbolic links are followed only where that is asked for: whoever saves has to do that.
final class SimulatedDisk: SystemCalls {
    /// What the disk says that it has stored, and has not.
    enum Lie {
        case none, files, folders
        /// Folders, unless a temporary file has just got its name.
        case backups
    }

    private struct Handle {
        var file: Int?
        var folder: String?
        var position = 0
        var isWritable = false
    }

    private struct State {
        var image: DiskImage
        var changes: [DiskChange] = []
        var handles: [Int32: Handle] = [:]
        var nextHandle: Int32 = 3
        /// The descriptors that have locked files, by the numbers of these.
        var locks: [Int: Int32] = [:]

        /// Whether the last change gave a temporary file its name.
        var isReplaced: Bool {
            if case .names(_, let names) = changes.last { names.last?.path.hasSuffix(".tmp") == true } else { false }
        }

        mutating func change(_ change: DiskChange) {
            image.apply(change)
            changes.append(change)
        }
    }

    private let state: Mutex<State>
    private let lie: Lie
    private let isNetwork: Bool

    /// A disk that nobody has written to yet.
    ///
    /// - Parameter isNetwork: Whether the disk answers like NFS, which locks only files that are open for writing.
    init(_ image: DiskImage, lie: Lie = .none, isNetwork: Bool = false) {
        state = Mutex(State(image: image))
        self.lie = lie
        self.isNetwork = isNetwork
    }

    /// What programs see as long as there is power.
    var image: DiskImage { state.withLock { $0.image } }
    /// What the disk was asked for, in order.
    var changes: [DiskChange] { state.withLock { $0.changes } }
    /// The number of descriptors that were opened and not closed.
    var openCount: Int { state.withLock { $0.handles.count } }

    private func perform<Result>(
        _ call: String, _ body: (inout State) throws(SystemCallError) -> Result
    ) throws(SystemCallError) -> Result {
        try state.withLock { (state) throws(SystemCallError) in try body(&state) }
    }

    /// The path of what is called `path` in a folder that is open.
    private static func absolute(_ path: SystemPath, in folder: Int32, _ state: State) -> String {
        let text = path.description
        guard !text.hasPrefix("/"), let folder = state.handles[folder]?.folder else { return text }
        return text == "." ? folder : folder + "/" + text
    }

    func open(
        _ path: SystemPath, in folder: Int32, _ flags: Int32, _ mode: UInt32
    ) throws(SystemCallError) -> Int32 {
        try perform("open") { state throws(SystemCallError) in
            let path = Self.absolute(path, in: folder, state)
            var handle = Handle()
            handle.isWritable = flags & (O_WRONLY | O_RDWR) != 0
            if state.image.folders.contains(path) {
                handle.folder = path
            } else if let file = state.image.entries[path] {
                guard flags & O_EXCL == 0 else { throw SystemCallError(call: "open", number: EEXIST) }
                guard !handle.isWritable || state.image.files[file].map({ $0.mode & 0o200 != 0 }) == true else {
                    throw SystemCallError(call: "open", number: EACCES)
                }
                handle.file = file
            } else {
                guard flags & O_CREAT != 0, state.image.folders.contains(DiskImage.folder(of: path)) else {
                    throw SystemCallError(call: "open", number: ENOENT)
                }
                let file = state.image.nextNumber
                state.change(.create(file: file, mode: mode & ~0o022))
                state.change(.names(folder: DiskImage.folder(of: path), [(path, file)]))
                handle.file = file
            }
            let descriptor = state.nextHandle
            state.nextHandle += 1
            state.handles[descriptor] = handle
            return descriptor
        }
    }

    func close(_ descriptor: Int32) throws(SystemCallError) {
        try perform("close") { state throws(SystemCallError) in
            guard state.handles.removeValue(forKey: descriptor) != nil else {
                throw SystemCallError(call: "close", number: EBADF)
            }
            state.locks = state.locks.filter { $0.value != descriptor }
        }
    }

    func read(_ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer) throws(SystemCallError) -> Int {
        let position = state.withLock { $0.handles[descriptor]?.position ?? 0 }
        let count = try read(descriptor, target, at: UInt64(position))
        state.withLock { $0.handles[descriptor]?.position += count }
        return count
    }

    func read(
        _ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer, at offset: UInt64
    ) throws(SystemCallError) -> Int {
        let bytes = try file(of: descriptor).file.bytes.dropFirst(Int(clamping: offset)).prefix(target.count)
        target.copyBytes(from: bytes)
        return bytes.count
    }

    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemCallError) -> Int {
        let number = try file(of: descriptor).number
        state.withLock { state in
            let offset = state.handles[descriptor]?.position ?? 0
            state.change(.write(file: number, offset: offset, bytes: Array(bytes)))
            state.handles[descriptor]?.position += bytes.count
        }
        return bytes.count
    }

    /// All files are regular.
    func poll(_ descriptor: Int32, for events: Int32, milliseconds: Int32) throws(SystemCallError) -> Bool { true }

    func synchronize(_ descriptor: Int32) throws(SystemCallError) {
        try perform("fsync") { state throws(SystemCallError) in
            guard let handle = state.handles[descriptor] else {
                throw SystemCallError(call: "fsync", number: EBADF)
            }
            if let file = handle.file, lie != .files {
                state.change(.fileSynchronized(file))
            } else if let folder = handle.folder, lie != .folders, lie != .backups || state.isReplaced {
                state.change(.folderSynchronized(folder))
            }
        }
    }

    func lock(_ descriptor: Int32) throws(SystemCallError) {
        let number = try file(of: descriptor).number
        try perform("flock") { state throws(SystemCallError) in
            guard !isNetwork || state.handles[descriptor]?.isWritable == true else {
                throw SystemCallError(call: "flock", number: EBADF)
            }
            guard state.locks[number] ?? descriptor == descriptor else {
                throw SystemCallError(call: "flock", number: EWOULDBLOCK)
            }
            state.locks[number] = descriptor
        }
    }

    func status(of descriptor: Int32) throws(SystemCallError) -> FileStatus {
        try perform("fstat") { state throws(SystemCallError) in
            guard let number = state.handles[descriptor]?.file, let status = Self.status(number, state.image) else {
                throw SystemCallError(call: "fstat", number: EBADF)
            }
            return status
        }
    }

    func status(
        of path: SystemPath, in folder: Int32, followsLinks: Bool
    ) throws(SystemCallError) -> FileStatus {
        try perform("fstatat") { state throws(SystemCallError) in
            var path = Self.absolute(path, in: folder, state)
            if let target = state.image.links[path] {
                guard followsLinks else {
                    return FileStatus(kind: .symbolicLink, identity: Self.identity(0), mode: 0o777)
                }
                path = target
            }
            if state.image.folders.contains(path) {
                return FileStatus(kind: .directory, identity: Self.identity(0), mode: 0o755)
            }
            guard let number = state.image.entries[path], let status = Self.status(number, state.image) else {
                throw SystemCallError(call: "fstatat", number: ENOENT)
            }
            return status
        }
    }

    func destination(ofLink path: SystemPath, in folder: Int32) throws(SystemCallError) -> SystemPath {
        try perform("readlink") { state throws(SystemCallError) in
            guard let target = state.image.links[Self.absolute(path, in: folder, state)] else {
                throw SystemCallError(call: "readlink", number: EINVAL)
            }
            return SystemPath(target)
        }
    }

    func changeMode(_ descriptor: Int32, _ mode: UInt32) throws(SystemCallError) {
        let number = try file(of: descriptor).number
        state.withLock { $0.change(.mode(file: number, mode)) }
    }

    func changeOwner(_ descriptor: Int32, _ user: UInt32, _ group: UInt32) throws(SystemCallError) {
        throw SystemCallError(call: "fchown", number: EPERM)
    }

    func changeTimes(
        _ descriptor: Int32, accessed: FileStatus.Time, modified: FileStatus.Time
    ) throws(SystemCallError) {
        throw SystemCallError(call: "futimens", number: ENOSYS)
    }

    func accessList(of descriptor: Int32) throws(SystemCallError) -> [UInt8]? {
        throw SystemCallError(call: "fgetxattr", number: ENOTSUP)
    }

    func setAccessList(_ list: [UInt8]?, of descriptor: Int32) throws(SystemCallError) {
        throw SystemCallError(call: "fsetxattr", number: ENOTSUP)
    }

    func extendedAttributes(of descriptor: Int32) throws(SystemCallError) -> [ExtendedAttribute] {
        throw SystemCallError(call: "flistxattr", number: ENOTSUP)
    }

    func setExtendedAttribute(_ attribute: ExtendedAttribute, of descriptor: Int32) throws(SystemCallError) {
        throw SystemCallError(call: "fsetxattr", number: ENOTSUP)
    }

    func rename(_ name: SystemPath, to newName: SystemPath, in folder: Int32) throws(SystemCallError) {
        try rename("rename", name, newName, folder, replacing: true)
    }

    func renameExclusively(_ name: SystemPath, to newName: SystemPath, in folder: Int32) throws(SystemCallError) {
        try rename("renameat2", name, newName, folder, replacing: false)
    }

    private func rename(
        _ call: String, _ name: SystemPath, _ newName: SystemPath, _ folder: Int32, replacing: Bool
    ) throws(SystemCallError) {
        try perform(call) { state throws(SystemCallError) in
            let (path, newPath) = (Self.absolute(name, in: folder, state), Self.absolute(newName, in: folder, state))
            let file = try Self.number(path, call, state.image)
            guard replacing || state.image.entries[newPath] == nil else {
                throw SystemCallError(call: call, number: EEXIST)
            }
            // As POSIX has it: between two names of one file nothing is done.
            guard state.image.entries[newPath] != file else { return }
            state.change(.names(folder: DiskImage.folder(of: path), [(newPath, file), (path, nil)]))
        }
    }

    func link(_ name: SystemPath, to newName: SystemPath, in folder: Int32) throws(SystemCallError) {
        try perform("link") { state throws(SystemCallError) in
            let (path, newPath) = (Self.absolute(name, in: folder, state), Self.absolute(newName, in: folder, state))
            guard state.image.entries[newPath] == nil else { throw SystemCallError(call: "link", number: EEXIST) }
            let file = try Self.number(path, "link", state.image)
            state.change(.names(folder: DiskImage.folder(of: newPath), [(newPath, file)]))
        }
    }

    func remove(_ name: SystemPath, in folder: Int32) throws(SystemCallError) {
        try perform("unlink") { state throws(SystemCallError) in
            let path = Self.absolute(name, in: folder, state)
            _ = try Self.number(path, "unlink", state.image)
            state.change(.names(folder: DiskImage.folder(of: path), [(path, nil)]))
        }
    }

    private func file(of descriptor: Int32) throws(SystemCallError) -> (number: Int, file: DiskImage.File) {
        try perform("fstat") { state throws(SystemCallError) in
            guard let number = state.handles[descriptor]?.file, let file = state.image.files[number] else {
                throw SystemCallError(call: "fstat", number: EBADF)
            }
            return (number, file)
        }
    }

    private static func number(
        _ path: String, _ call: String, _ image: DiskImage
    ) throws(SystemCallError) -> Int {
        guard let number = image.entries[path] else { throw SystemCallError(call: call, number: ENOENT) }
        return number
    }

    private static func identity(_ number: Int) -> FileStatus.Identity {
        FileStatus.Identity(device: 0, number: UInt64(number))
    }

    private static func status(_ number: Int, _ image: DiskImage) -> FileStatus? {
        image.files[number].map { file in
            FileStatus(
                kind: .regular, identity: identity(number), mode: file.mode,
                linkCount: UInt64(image.entries.values.count { $0 == number }), size: UInt64(file.bytes.count))
        }
    }
}
