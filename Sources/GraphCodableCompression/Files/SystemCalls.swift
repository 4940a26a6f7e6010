#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// What the library asks of the operating system, one call each, so that tests can let every one of them fail.
///
/// Each throws what the system refuses, `EINTR` included, and may read or write less than it was asked to.
package protocol SystemCalls: Sendable {
    func open(_ path: String, _ flags: Int32, _ mode: UInt32) throws(SystemCallError) -> Int32
    func close(_ descriptor: Int32) throws(SystemCallError)
    func read(_ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer) throws(SystemCallError) -> Int
    func read(
        _ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer, at offset: UInt64
    ) throws(SystemCallError) -> Int
    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemCallError) -> Int
    func synchronize(_ descriptor: Int32) throws(SystemCallError)
    func status(of descriptor: Int32) throws(SystemCallError) -> FileStatus
    func status(ofPath path: String) throws(SystemCallError) -> FileStatus
    func destination(ofLink path: String) throws(SystemCallError) -> String
    func changeMode(_ descriptor: Int32, _ mode: UInt32) throws(SystemCallError)
    func changeOwner(_ descriptor: Int32, _ user: UInt32, _ group: UInt32) throws(SystemCallError)
    func rename(_ path: String, to newPath: String) throws(SystemCallError)
    func link(_ path: String, to newPath: String) throws(SystemCallError)
    func remove(_ path: String) throws(SystemCallError)
}

/// What the library wants to know about a file.
package struct FileStatus: Sendable, Hashable {
    package enum Kind: Sendable {
        case regular, directory, symbolicLink, other
    }

    package var kind: Kind
    /// The permission bits, with set-user-id, set-group-id and sticky.
    package var mode: UInt32
    package var user: UInt32
    package var group: UInt32
    package var size: UInt64

    package init(kind: Kind, mode: UInt32, user: UInt32, group: UInt32, size: UInt64) {
        self.kind = kind
        self.mode = mode
        self.user = user
        self.group = group
        self.size = size
    }
}

/// The operating system itself.
package struct OperatingSystem: SystemCalls {
    package init() {}

    package func open(_ path: String, _ flags: Int32, _ mode: UInt32) throws(SystemCallError) -> Int32 {
        #if canImport(Darwin)
        let descriptor = Darwin.open(path, flags, mode_t(truncatingIfNeeded: mode))
        #elseif canImport(Glibc)
        let descriptor = Glibc.open(path, flags, mode_t(mode))
        #elseif canImport(Musl)
        let descriptor = Musl.open(path, flags, mode_t(mode))
        #elseif canImport(Android)
        let descriptor = Android.open(path, flags, mode_t(mode))
        #endif
        return try check("open", descriptor)
    }

    package func close(_ descriptor: Int32) throws(SystemCallError) {
        #if canImport(Darwin)
        try check("close", Darwin.close(descriptor))
        #elseif canImport(Glibc)
        try check("close", Glibc.close(descriptor))
        #elseif canImport(Musl)
        try check("close", Musl.close(descriptor))
        #elseif canImport(Android)
        try check("close", Android.close(descriptor))
        #endif
    }

    package func read(_ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer) throws(SystemCallError) -> Int {
        #if canImport(Darwin)
        return try check("read", Darwin.read(descriptor, target.baseAddress, target.count))
        #elseif canImport(Glibc)
        return try check("read", Glibc.read(descriptor, target.baseAddress, target.count))
        #elseif canImport(Musl)
        return try check("read", Musl.read(descriptor, target.baseAddress, target.count))
        #elseif canImport(Android)
        return try check("read", Android.read(descriptor, target.baseAddress, target.count))
        #endif
    }

    package func read(
        _ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer, at offset: UInt64
    ) throws(SystemCallError) -> Int {
        guard let offset = off_t(exactly: offset) else {
            throw SystemCallError(call: "pread", number: EOVERFLOW)
        }
        return try check("pread", pread(descriptor, target.baseAddress, target.count, offset))
    }

    package func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemCallError) -> Int {
        #if canImport(Darwin)
        return try check("write", Darwin.write(descriptor, bytes.baseAddress, bytes.count))
        #elseif canImport(Glibc)
        return try check("write", Glibc.write(descriptor, bytes.baseAddress, bytes.count))
        #elseif canImport(Musl)
        return try check("write", Musl.write(descriptor, bytes.baseAddress, bytes.count))
        #elseif canImport(Android)
        return try check("write", Android.write(descriptor, bytes.baseAddress, bytes.count))
        #endif
    }

    package func synchronize(_ descriptor: Int32) throws(SystemCallError) {
        #if canImport(Darwin)
        // fsync alone leaves the bytes in the drive's cache; some file systems know no better.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        guard [ENOTSUP, ENOTTY, EINVAL].contains(errno) else {
            throw SystemCallError(call: "fcntl(F_FULLFSYNC)", number: errno)
        }
        #endif
        try check("fsync", fsync(descriptor))
    }

    package func status(of descriptor: Int32) throws(SystemCallError) -> FileStatus {
        var status = stat()
        try check("fstat", fstat(descriptor, &status))
        return FileStatus(status)
    }

    package func status(ofPath path: String) throws(SystemCallError) -> FileStatus {
        var status = stat()
        try check("lstat", lstat(path, &status))
        return FileStatus(status)
    }

    package func destination(ofLink path: String) throws(SystemCallError) -> String {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
        let size = buffer.withUnsafeMutableBytes { target in
            target.bindMemory(to: CChar.self).baseAddress.map { readlink(path, $0, target.count) } ?? 0
        }
        try check("readlink", size)
        guard size < buffer.count else {
            throw SystemCallError(call: "readlink", number: ENAMETOOLONG)
        }
        return String(decoding: buffer[..<size], as: UTF8.self)
    }

    package func changeMode(_ descriptor: Int32, _ mode: UInt32) throws(SystemCallError) {
        try check("fchmod", fchmod(descriptor, mode_t(truncatingIfNeeded: mode)))
    }

    package func changeOwner(_ descriptor: Int32, _ user: UInt32, _ group: UInt32) throws(SystemCallError) {
        try check("fchown", fchown(descriptor, user, group))
    }

    package func rename(_ path: String, to newPath: String) throws(SystemCallError) {
        #if canImport(Darwin)
        try check("rename", Darwin.rename(path, newPath))
        #elseif canImport(Glibc)
        try check("rename", Glibc.rename(path, newPath))
        #elseif canImport(Musl)
        try check("rename", Musl.rename(path, newPath))
        #elseif canImport(Android)
        try check("rename", Android.rename(path, newPath))
        #endif
    }

    package func link(_ path: String, to newPath: String) throws(SystemCallError) {
        #if canImport(Darwin)
        try check("link", Darwin.link(path, newPath))
        #elseif canImport(Glibc)
        try check("link", Glibc.link(path, newPath))
        #elseif canImport(Musl)
        try check("link", Musl.link(path, newPath))
        #elseif canImport(Android)
        try check("link", Android.link(path, newPath))
        #endif
    }

    package func remove(_ path: String) throws(SystemCallError) {
        try check("unlink", unlink(path))
    }

    /// The result of a call, or `errno` when it is negative.
    @discardableResult
    private func check<Result: SignedInteger>(_ call: String, _ result: Result) throws(SystemCallError) -> Result {
        guard result >= 0 else {
            throw SystemCallError(call: call, number: errno)
        }
        return result
    }
}

extension FileStatus {
    fileprivate init(_ status: stat) {
        let kind: Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            default: .other
            }
        self.init(
            kind: kind, mode: UInt32(status.st_mode) & 0o7777, user: status.st_uid, group: status.st_gid,
            size: UInt64(clamping: status.st_size))
    }
}
