/// Who may read, write and execute a file: the mode of POSIX, and the access list that refines it.
///
/// The model of this package stands here alone: **nobody gets access to a new file who has no access to the file that it
/// replaces, or to the file that its contents come from.** Only the user who writes the file is exempt, having the contents
/// already. The members of groups are unknown, and nothing here reads a list. So a new file gets the same list, or only its
/// owner gets access.
struct AccessRights: Sendable, Hashable {
    /// The bits of read, write and execute.
    private typealias Bits = UInt32

    private var owner: UInt32
    private var group: UInt32
    private var ownerBits: Bits
    /// With a list, these are its mask: the most that the group and the entries get.
    private var groupBits: Bits
    private var otherBits: Bits
    /// The access list as the attribute `system.posix_acl_access` holds it; `nil` if the mode says everything.
    private(set) var list: [UInt8]?

    init(_ status: FileStatus, list: [UInt8]? = nil) {
        (owner, group) = (status.user, status.group)
        (ownerBits, groupBits, otherBits) = (status.mode >> 6 & 7, status.mode >> 3 & 7, status.mode & 7)
        self.list = list
    }

    var mode: UInt32 { ownerBits << 6 | groupBits << 3 | otherBits }

    /// Denies everybody but the owner, which is all that can be done about a list that is unknown, or cannot be kept.
    func ownerOnly() -> AccessRights {
        var result = self
        (result.groupBits, result.otherBits, result.list) = (0, 0, nil)
        return result
    }

    /// Returns the access of a new file with the same mode and list, and this owner and group.
    func owned(by owner: UInt32, _ group: UInt32) -> AccessRights {
        var result = self
        (result.owner, result.group) = (owner, group)
        return result
    }

    /// Denies what another file denies.
    ///
    /// - Parameter writer: The user who writes the file. As its owner, this user keeps the owner's bits.
    func restricted(by other: AccessRights, writer: UInt32) -> AccessRights {
        guard list == nil && other.list == nil else {
            return grantsNoMore(than: other, writer)
                ? self : withoutList().restricted(by: other.withoutList(), writer: writer)
        }
        var result = self
        // Whoever owned the other file, or was in its group, may be anybody else here.
        let formerOwner = owner == other.owner ? 7 : other.ownerBits
        let formerGroup = group == other.group ? 7 : other.groupBits
        let newMember = other.groupBits & other.otherBits
        if owner != writer { result.ownerBits &= owner == other.owner ? other.ownerBits : newMember }
        result.groupBits &= formerOwner & (group == other.group ? other.groupBits : newMember)
        result.otherBits &= formerOwner & formerGroup & other.otherBits
        return result
    }

    /// Whether the lists are the same, and so is what they mean. A former owner may be anybody whom the list mentions.
    private func grantsNoMore(than other: AccessRights, _ writer: UInt32) -> Bool {
        list == other.list && group == other.group
            && (owner == other.owner || owner == writer && (groupBits | otherBits) & ~other.ownerBits == 0)
    }

    private func withoutList() -> AccessRights { list == nil ? self : ownerOnly() }
}
