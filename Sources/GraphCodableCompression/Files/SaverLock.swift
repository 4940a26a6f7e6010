#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Keeps other savers from moving the backups of a file at the same time.
///
/// What is locked is a file of its own, not the folder or the file that is saved: those may be locked by whoever called us. It
/// is gone when nobody saves. The lock of a saver that was killed is gone with it.
struct SaverLock {
    private let place: FilePlace
    /// `nil` where there are no locks: then only savers one after another are safe.
    private let file: OwnFile?

    /// Tells its name from those of temporary files.
    static let distinction = "lock"

    /// How long others may take, in milliseconds. What they do takes a few, and longer on a slow disk.
    private static let patience = 60_000

    /// Waits until no other saver moves the backups.
    ///
    /// - Throws: `GraphContainerError.fileFailure` after a minute, and when the system refuses.
    init(_ place: FilePlace) throws(GraphContainerError) {
        self.place = place
        let name = place.ownName(Self.distinction)
        var waited = 0
        while waited < Self.patience {
            guard let descriptor = try Self.open(name, place) else {
                file = nil
                return
            }
            let file = OwnFile(name: name, descriptor: descriptor)
            do {
                switch file.lock(place.system) {
                case .unknown:
                    try? place.system.remove(name, in: place.folder)
                    try? place.system.close(descriptor)
                    self.file = nil
                    return
                case .acquired:
                    // The saver before may have removed it.
                    if try file.hasName(beside: place) {
                        self.file = file
                        return
                    }
                case .taken:
                    let pause = min(waited + 1, 10)
                    usleep(UInt32(pause) * 1_000)
                    waited += pause
                }
            } catch {
                try? place.system.close(descriptor)
                throw error
            }
            try? place.system.close(descriptor)
        }
        throw GraphContainerError(
            .fileFailure, "Another saver has been moving backups for a minute; the file was not saved.",
            path: place.text)
    }

    /// Lets others save.
    func release() {
        guard let file else { return }
        // The lock counts and not the file: one that stays behind is used by the next saver.
        try? place.system.remove(file.name, in: place.folder)
        try? place.system.close(file.descriptor)
    }

    /// Opens the file, which another saver may have made; `nil` where that saver keeps it to itself.
    private static func open(
        _ name: SystemPath, _ place: FilePlace
    ) throws(GraphContainerError) -> Int32? {
        let flags = O_RDONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        do {
            return try fileCall("The backups cannot be locked; the file was not saved.", place.text) {
                () throws(SystemCallError) in
                try place.system.open(name, in: place.folder, flags, 0o444)
            }
        } catch {
            guard error.isSystemError(EACCES) || error.isSystemError(ELOOP) else { throw error }
            return nil
        }
    }
}
