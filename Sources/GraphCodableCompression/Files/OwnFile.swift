#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A file that a saver has for itself beside the one that it saves, locked as long as the saver lives.
///
/// The lock tells others whether its owner is alive. Whoever has locked a file looks whether it still has its name, since
/// the one who had the lock before may have removed it; only who has the lock removes the name.
struct OwnFile {
    let name: SystemPath
    let descriptor: Int32

    /// Names that are tried before one that nobody can guess.
    private static let numberedNameCount = 1_000
    /// How many free names in a row are taken for the end of those in use.
    private static let gap = 8

    /// Makes a temporary file that nobody else has, and removes those whose owners are gone.
    ///
    /// - Parameter mode: Its mode, less what the process denies to all of its files.
    static func makeTemporary(beside place: FilePlace, mode: UInt32) throws(GraphContainerError) -> OwnFile {
        _ = removeIfAbandoned(place.ownName(SaverLock.distinction), beside: place)
        var made: OwnFile?
        var freeCount = 0
        for number in 0..<numberedNameCount where freeCount < gap {
            let name = place.ownName("\(number)")
            if made == nil {
                made = try make(name, beside: place, mode)
                if made == nil, removeIfAbandoned(name, beside: place) == true {
                    made = try make(name, beside: place, mode)
                }
            } else {
                // Where every call is interrupted, each further name would take a thousand calls.
                guard let isFree = removeIfAbandoned(name, beside: place) else { break }
                freeCount = isFree ? freeCount + 1 : 0
            }
        }
        if let made { return made }
        // On file systems without locks nobody can tell which of them are in use.
        let random = String(UInt64.random(in: .min ... .max), radix: 16)
        if let made = try make(place.ownName(random), beside: place, mode) { return made }
        throw GraphContainerError(
            .fileFailure, "No free name for a temporary file was found in the folder.", path: place.text)
    }

    /// Makes a file; `nil` when the name is taken.
    private static func make(
        _ name: SystemPath, beside place: FilePlace, _ mode: UInt32
    ) throws(GraphContainerError) -> OwnFile? {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor: Int32
        do {
            descriptor = try fileCall("A temporary file cannot be made in the folder.", place.text) {
                () throws(SystemCallError) in
                try place.system.open(name, in: place.folder, flags, mode)
            }
        } catch {
            guard error.isSystemError(EEXIST) else { throw error }
            return nil
        }
        let file = OwnFile(name: name, descriptor: descriptor)
        do {
            if file.lock(place.system) != .taken, try file.hasName(beside: place) { return file }
        } catch {
            try? place.system.remove(name, in: place.folder)
            try? place.system.close(descriptor)
            throw error
        }
        // Between making and locking it somebody took it for abandoned.
        try? place.system.close(descriptor)
        return nil
    }

    /// Removes a temporary file unless its owner lives. It is no matter when that fails.
    ///
    /// - Returns: Whether the name is free now; `nil` when the system interrupts every call.
    private static func removeIfAbandoned(_ name: SystemPath, beside place: FilePlace) -> Bool? {
        do {
            guard let status = try place.status(of: name) else { return true }
            guard status.kind == .regular else { return false }
            let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
            let descriptor = try place.system.open(name, in: place.folder, flags, 0)
            defer { try? place.system.close(descriptor) }
            let file = OwnFile(name: name, descriptor: descriptor)
            guard file.lock(place.system) == .acquired, try file.hasName(beside: place) else { return false }
            try place.system.remove(name, in: place.folder)
            return true
        } catch {
            return (error as? GraphContainerError)?.isSystemError(EINTR) == true ? nil : false
        }
    }
}

extension OwnFile {
    // MARK: Locking

    enum Lock {
        case acquired, taken
        /// The file system has no locks.
        case unknown
    }

    func lock(_ system: any SystemCalls) -> Lock {
        do {
            try fileCall("", nil) { () throws(SystemCallError) in try system.lock(descriptor) }
            return .acquired
        } catch {
            return error.isSystemError(EWOULDBLOCK) ? .taken : .unknown
        }
    }

    /// Whether the name still leads to this file.
    func hasName(beside place: FilePlace) throws(GraphContainerError) -> Bool {
        let own = try fileCall("A temporary file cannot be examined.", place.text) { () throws(SystemCallError) in
            try place.system.status(of: descriptor)
        }
        return try place.status(of: name)?.identity == own.identity
    }
}
