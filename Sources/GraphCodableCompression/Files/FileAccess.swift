/// Who may read, write and execute a file: the mode of POSIX, and the access list that refines it.
///
/// The model of this package stands here alone: **nobody gets access to a new file who has no access to the file that it
/// replaces, or to the file that its contents come from.** Only the user who writes the file is exempt, having the contents
/// already. The members of groups are unknown. If the new file cannot express how another file treats somebody, that
/// person gets the least that the file may grant.
struct FileAccess: Sendable, Hashable {
    /// The bits of read, write and execute.
    typealias Bits = UInt8

    private(set) var owner: UInt32
    private(set) var group: UInt32
    private var ownerBits: Bits
    private var groupBits: Bits
    private var otherBits: Bits
    /// The entries of the access list for single users and groups, by their numbers.
    private var users: [UInt32: Bits] = [:]
    private var groups: [UInt32: Bits] = [:]
    /// The most that the group and the entries get; `nil` without an access list.
    private var mask: Bits?

    /// The access that the mode grants.
    init(_ status: FileStatus) {
        (owner, group) = (status.user, status.group)
        ownerBits = Bits(status.mode >> 6 & 7)
        groupBits = Bits(status.mode >> 3 & 7)
        otherBits = Bits(status.mode & 7)
    }

    /// Whether an access list is necessary to express this.
    var needsList: Bool { mask != nil || !users.isEmpty || !groups.isEmpty }

    /// The permission bits of the mode. With an access list, those of the group are its mask.
    var mode: UInt32 { UInt32(ownerBits) << 6 | UInt32(mask ?? groupBits) << 3 | UInt32(otherBits) }

    private func masked(_ bits: Bits) -> Bits { bits & (mask ?? 7) }
}

extension FileAccess {
    // MARK: Restricting

    /// Denies everybody but the owner, which is all that can be done for a file whose access list is unknown.
    func ownerOnly() -> FileAccess {
        var result = self
        (result.groupBits, result.otherBits) = (0, 0)
        (result.users, result.groups, result.mask) = ([:], [:], nil)
        return result
    }

    /// Returns the access of a new file with the same entries and this owner and group.
    func owned(by owner: UInt32, _ group: UInt32) -> FileAccess {
        var result = self
        (result.owner, result.group) = (owner, group)
        return result
    }

    /// Returns the access without the entries for single users and groups, which some file systems cannot store.
    func withoutList() -> FileAccess {
        var result = self
        (result.users, result.groups, result.mask) = ([:], [:], nil)
        return result
    }

    /// Denies what another file denies.
    ///
    /// - Parameter writer: The user who writes the file. As its owner, this user keeps the owner's bits.
    func restricted(by other: FileAccess, writer: UInt32) -> FileAccess {
        var result = self
        let own = Set(users.keys).union([owner])
        if owner != writer { result.ownerBits &= other.least(forUser: owner) }
        // Bits that the mask hides anyway stay as they are.
        let hidden = ~(mask ?? 7)
        for (user, bits) in users { result.users[user] = bits & (other.least(forUser: user) | hidden) }
        for (group, bits) in groups {
            result.groups[group] = bits & (other.least(forGroup: group, except: own) | hidden)
        }
        result.groupBits &= other.least(forGroup: group, except: own) | hidden
        result.otherBits &= other.least(exceptUsers: own, groups: Set(groups.keys).union([group]))
        return result
    }

    /// What a user has who may be in any group.
    private func least(forUser user: UInt32) -> Bits {
        if user == owner { return ownerBits }
        if let bits = users[user] { return masked(bits) }
        return least(exceptUsers: Set(users.keys).union([owner]), groups: [])
    }

    /// What any member of a group has, except some users.
    private func least(forGroup number: UInt32, except known: Set<UInt32>) -> Bits {
        // Several entries for one group add up.
        let entries = (number == group ? [groupBits] : []) + (groups[number].map { [$0] } ?? [])
        let others = leastOfUsers(except: known)
        guard entries.isEmpty else { return others & masked(entries.reduce(0, |)) }
        return others & least(exceptUsers: Set(users.keys).union([owner]), groups: [])
    }

    /// What anybody has, except some users and the members of some groups.
    private func least(exceptUsers known: Set<UInt32>, groups knownGroups: Set<UInt32>) -> Bits {
        var bits = otherBits & leastOfUsers(except: known)
        if !knownGroups.contains(group) { bits &= masked(groupBits) }
        for (number, entry) in groups where !knownGroups.contains(number) { bits &= masked(entry) }
        return bits
    }

    /// What all users have who are named here, except some.
    private func leastOfUsers(except known: Set<UInt32>) -> Bits {
        var bits: Bits = known.contains(owner) ? 7 : ownerBits
        for (user, entry) in users where !known.contains(user) { bits &= masked(entry) }
        return bits
    }
}

extension FileAccess {
    // MARK: The access list of Linux

    /// The tags of entries, as in linux/posix_acl.h.
    private enum Tag {
        static let owner: UInt16 = 0x01
        static let user: UInt16 = 0x02
        static let group: UInt16 = 0x04
        static let namedGroup: UInt16 = 0x08
        static let mask: UInt16 = 0x10
        static let other: UInt16 = 0x20
    }

    private static let version: UInt32 = 2

    /// Reads an access list as the attribute `system.posix_acl_access` holds it; `nil` if it is not understood.
    init?(_ status: FileStatus, list: [UInt8]) {
        self.init(status)
        let isRead = list.withUnsafeBytes { bytes -> Bool in
            guard bytes.count >= 4, bytes.count % 8 == 4, bytes.littleEndian(UInt32.self, at: 0) == Self.version
            else { return false }
            for offset in stride(from: 4, to: bytes.count, by: 8) {
                let bits = Bits(bytes.littleEndian(UInt16.self, at: offset + 2) & 7)
                let number = bytes.littleEndian(UInt32.self, at: offset + 4)
                switch bytes.littleEndian(UInt16.self, at: offset) {
                case Tag.owner: ownerBits = bits
                case Tag.user: users[number] = bits
                case Tag.group: groupBits = bits
                case Tag.namedGroup: groups[number] = bits
                case Tag.mask: mask = bits
                case Tag.other: otherBits = bits
                default: return false
                }
            }
            return true
        }
        guard isRead else { return nil }
        if mask == 0 {
            // Linux does not read the list then: all but the owner and the group have what others have.
            (users, groups, groupBits, mask) = ([:], [:], 0, nil)
        }
    }

    /// The access list. If it has only the entries that the mode has, too, setting it removes the file's list.
    var list: [UInt8] {
        var entries: [(tag: UInt16, bits: Bits, number: UInt32)] = [(Tag.owner, ownerBits, .max)]
        entries += users.sorted { $0.key < $1.key }.map { (Tag.user, $0.value, $0.key) }
        entries.append((Tag.group, groupBits, .max))
        entries += groups.sorted { $0.key < $1.key }.map { (Tag.namedGroup, $0.value, $0.key) }
        if needsList { entries.append((Tag.mask, mask ?? 7, .max)) }
        entries.append((Tag.other, otherBits, .max))
        var bytes = [UInt8](repeating: 0, count: 4 + 8 * entries.count)
        bytes.withUnsafeMutableBytes { bytes in
            bytes.storeLittleEndian(Self.version, at: 0)
            for (index, entry) in entries.enumerated() {
                bytes.storeLittleEndian(entry.tag, at: 4 + 8 * index)
                bytes.storeLittleEndian(UInt16(entry.bits), at: 6 + 8 * index)
                bytes.storeLittleEndian(entry.number, at: 8 + 8 * index)
            }
        }
        return bytes
    }
}
