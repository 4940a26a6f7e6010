import Foundation

#if !canImport(Darwin)
import CLinux
#endif

// Methods hide the calls of the same names. So these calls are named with their module.
package struct OperatingSystem: SystemCalls {
    package init() {}

    package func open(
        _ path: SystemPath, in folder: Int32, _ flags: Int32, _ mode: UInt32
    ) throws(SystemCallError) -> Int32 {
        try check("openat", openat(folder, path.cString, flags, mode_t(truncatingIfNeeded: mode)))
    }

    package func close(_ descriptor: Int32) throws(SystemCallError) {
        try check("close", Foundation.close(descriptor))
    }

    package func read(_ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer) throws(SystemCallError) -> Int {
        try check("read", Foundation.read(descriptor, target.baseAddress, target.count))
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
        try check("write", Foundation.write(descriptor, bytes.baseAddress, bytes.count))
    }

    package func poll(
        _ descriptor: Int32, for events: Int32, milliseconds: Int32
    ) throws(SystemCallError) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
        let count = Foundation.poll(&request, 1, milliseconds)
        guard count < 0, errno == EINTR else { return try check("poll", count) > 0 }
        return false
    }

    package func synchronize(_ descriptor: Int32) throws(SystemCallError) {
        #if canImport(Darwin)
        // fsync alone leaves the bytes in the drive's cache, but some file systems support nothing better. Neither do /dev/null
        // (ENODEV) and the pipes that /dev/fd opens (EBADF).
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        guard [ENOTSUP, ENOTTY, EINVAL, ENODEV, EBADF].contains(errno) else {
            throw SystemCallError(call: "fcntl(F_FULLFSYNC)", number: errno)
        }
        #endif
        try check("fsync", fsync(descriptor))
    }

    package func lock(_ descriptor: Int32) throws(SystemCallError) {
        try check("flock", flock(descriptor, LOCK_EX | LOCK_NB))
    }

    package func status(of descriptor: Int32) throws(SystemCallError) -> FileStatus {
        var status = stat()
        try check("fstat", fstat(descriptor, &status))
        return FileStatus(status)
    }

    package func status(
        of path: SystemPath, in folder: Int32, followsLinks: Bool
    ) throws(SystemCallError) -> FileStatus {
        var status = stat()
        let flags = followsLinks ? 0 : AT_SYMLINK_NOFOLLOW
        try check("fstatat", fstatat(folder, path.cString, &status, flags))
        return FileStatus(status)
    }

    package func destination(ofLink path: SystemPath, in folder: Int32) throws(SystemCallError) -> SystemPath {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let size = try check("readlinkat", readlinkat(folder, path.cString, &buffer, buffer.count))
        guard size < buffer.count else {
            throw SystemCallError(call: "readlinkat", number: ENAMETOOLONG)
        }
        return SystemPath(bytes: buffer[..<size].map { UInt8(bitPattern: $0) })
    }

    package func changeMode(_ descriptor: Int32, _ mode: UInt32) throws(SystemCallError) {
        try check("fchmod", fchmod(descriptor, mode_t(truncatingIfNeeded: mode)))
    }

    package func changeOwner(_ descriptor: Int32, _ user: UInt32, _ group: UInt32) throws(SystemCallError) {
        try check("fchown", fchown(descriptor, user, group))
    }

    package func changeTimes(
        _ descriptor: Int32, accessed: FileStatus.Time, modified: FileStatus.Time
    ) throws(SystemCallError) {
        let times = [accessed, modified].map { timespec(tv_sec: $0.seconds, tv_nsec: $0.nanoseconds) }
        try check("futimens", futimens(descriptor, times))
    }

    package func rename(
        _ name: SystemPath, to newName: SystemPath, in folder: Int32
    ) throws(SystemCallError) {
        try check("renameat", renameat(folder, name.cString, folder, newName.cString))
    }

    package func renameExclusively(
        _ name: SystemPath, to newName: SystemPath, in folder: Int32
    ) throws(SystemCallError) {
        #if canImport(Darwin)
        let flags = UInt32(RENAME_EXCL)
        try check("renameatx_np", renameatx_np(folder, name.cString, folder, newName.cString, flags))
        #else
        // The value of RENAME_NOREPLACE in linux/fs.h.
        try check("renameat2", renameat2(folder, name.cString, folder, newName.cString, 1))
        #endif
    }

    package func link(_ name: SystemPath, to newName: SystemPath, in folder: Int32) throws(SystemCallError) {
        try check("linkat", linkat(folder, name.cString, folder, newName.cString, 0))
    }

    package func remove(_ name: SystemPath, in folder: Int32) throws(SystemCallError) {
        try check("unlinkat", unlinkat(folder, name.cString, 0))
    }

    /// Returns the result of a call, or throws `errno` if it is negative.
    @discardableResult
    func check<Result: SignedInteger>(_ call: String, _ result: Result) throws(SystemCallError) -> Result {
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
            case S_IFCHR: .characterDevice
            case S_IFIFO: .pipe
            default: .other
            }
        #if canImport(Darwin)
        let (accessed, modified, changed) = (status.st_atimespec, status.st_mtimespec, status.st_ctimespec)
        #else
        let (accessed, modified, changed) = (status.st_atim, status.st_mtim, status.st_ctim)
        #endif
        self.init(
            kind: kind,
            identity: Identity(
                device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino)),
            mode: UInt32(status.st_mode) & 0o7777, linkCount: UInt64(status.st_nlink), user: status.st_uid,
            group: status.st_gid,
            size: UInt64(clamping: status.st_size),
            accessed: Time(seconds: accessed.tv_sec, nanoseconds: accessed.tv_nsec),
            modified: Time(seconds: modified.tv_sec, nanoseconds: modified.tv_nsec),
            changed: Time(seconds: changed.tv_sec, nanoseconds: changed.tv_nsec))
    }
}
