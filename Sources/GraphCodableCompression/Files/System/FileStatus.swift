package struct FileStatus: Sendable, Hashable {
    package enum Kind: Sendable {
        case regular, directory, symbolicLink, characterDevice, pipe, other
    }

    /// Identifies a file, independent of its names.
    package struct Identity: Sendable, Hashable {
        package let device: UInt64
        package let number: UInt64
    }

    /// A point in time, in seconds since 1970 and nanoseconds.
    package struct Time: Sendable, Hashable {
        package let seconds: Int
        package let nanoseconds: Int
    }

    package var kind: Kind
    package var identity: Identity
    /// The permission bits, including set-user-ID, set-group-ID and sticky.
    package var mode: UInt32
    package var linkCount: UInt64 = 1
    package var user: UInt32 = 0
    package var group: UInt32 = 0
    package var size: UInt64 = 0
    package var accessed = Time(seconds: 0, nanoseconds: 0)
    package var modified = Time(seconds: 0, nanoseconds: 0)
    /// When the contents, the mode, the owner or the names changed last. No program can set it.
    package var changed = Time(seconds: 0, nanoseconds: 0)

    /// Whether two names refer to the same file. Some file systems give several files the same number, so the link
    /// count must be greater than one.
    func isSameFile(as other: FileStatus) -> Bool {
        identity == other.identity && linkCount > 1
    }
}
