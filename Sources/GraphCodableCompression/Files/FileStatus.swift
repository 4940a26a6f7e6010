/// What the library wants to know about a file.
package struct FileStatus: Sendable, Hashable {
    package enum Kind: Sendable {
        case regular, directory, symbolicLink, other
    }

    /// What tells a file from all others, whatever it is called.
    package struct Identity: Sendable, Hashable {
        package let device: UInt64
        package let number: UInt64

        package init(device: UInt64, number: UInt64) {
            self.device = device
            self.number = number
        }
    }

    /// A moment, in seconds since 1970 and nanoseconds after them.
    package struct Time: Sendable, Hashable {
        package let seconds: Int
        package let nanoseconds: Int

        package init(seconds: Int, nanoseconds: Int) {
            self.seconds = seconds
            self.nanoseconds = nanoseconds
        }
    }

    package var kind: Kind
    package var identity: Identity
    /// The permission bits, with set-user-id, set-group-id and sticky.
    package var mode: UInt32
    /// How many names it has.
    package var linkCount: UInt64
    package var user: UInt32
    package var group: UInt32
    package var size: UInt64
    package var accessed: Time
    package var modified: Time

    package init(
        kind: Kind, identity: Identity, mode: UInt32, linkCount: UInt64 = 1, user: UInt32 = 0, group: UInt32 = 0,
        size: UInt64 = 0,
        accessed: Time = Time(seconds: 0, nanoseconds: 0), modified: Time = Time(seconds: 0, nanoseconds: 0)
    ) {
        self.kind = kind
        self.identity = identity
        self.mode = mode
        self.linkCount = linkCount
        self.user = user
        self.group = group
        self.size = size
        self.accessed = accessed
        self.modified = modified
    }

    /// Whether two names lead to one file. Some file systems give several files the same number.
    func isSameFile(as other: FileStatus) -> Bool {
        identity == other.identity && linkCount > 1
    }
}
