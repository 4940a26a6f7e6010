@testable import GraphCodableCompression
import TestSupport
import Testing

/// The same rule as in `AccessListTests`, also for users who may not give files away, by a model of what Linux permits.
struct AccessRightsTests {
    /// A file with a mode, and perhaps an access list.
    private struct File: CustomStringConvertible {
        var status: FileStatus
        var entries: [(tag: UInt16, bits: UInt32, number: UInt32)] = []

        /// The attribute with the entries, some of which are those of the mode. Nothing reads it here.
        var list: [UInt8]? {
            guard !entries.isEmpty else { return nil }
            return [UInt8(status.mode >> 6), UInt8(status.mode & 63)]
                + entries.flatMap { [UInt8($0.tag), UInt8($0.bits), UInt8($0.number)] }
        }

        var access: AccessRights { AccessRights(status, list: list) }
        var description: String { "\(status.user):\(status.group) \(String(status.mode, radix: 8)) \(entries)" }

        /// What the system permits.
        func bits(for user: UInt32, in groups: Set<UInt32>) -> UInt32 {
            let (ownerBits, mask, otherBits) = (status.mode >> 6 & 7, status.mode >> 3 & 7, status.mode & 7)
            if user == status.user { return ownerBits }
            // Linux does not read a list with an empty mask.
            guard !entries.isEmpty, mask != 0 else { return groups.contains(status.group) ? mask : otherBits }
            if let entry = entries.first(where: { $0.tag == Self.user && $0.number == user }) {
                return entry.bits & mask
            }
            let members = entries.filter {
                $0.tag == Self.group && groups.contains(status.group)
                    || $0.tag == Self.namedGroup && groups.contains($0.number)
            }
            return members.isEmpty ? otherBits : members.reduce(0) { $0 | $1.bits } & mask
        }

        static let (user, group, namedGroup): (UInt16, UInt16, UInt16) = (2, 4, 8)

        static func random(_ random: inout SplitMix64) -> File {
            func bits() -> UInt32 { [0, 2, 4, 4, 6, 7].randomElement(using: &random) ?? 0 }
            var file = File(status: FileStatus(kind: .regular, identity: .init(device: 1, number: 1), mode: 0))
            file.status.mode = bits() << 6 | bits() << 3 | bits()
            file.status.user = .random(in: 1...3, using: &random)
            file.status.group = .random(in: 1...3, using: &random)
            if Bool.random(using: &random) {
                file.entries = [(group, bits(), 0)]
                for number in UInt32(1)...3 {
                    if Bool.random(using: &random) { file.entries.append((user, bits(), number)) }
                    if Bool.random(using: &random) { file.entries.append((namedGroup, bits(), number)) }
                }
            }
            return file
        }
    }

    @Test(arguments: [1, UInt64.random(in: 0...UInt64.max)])
    func nobodyButTheWriterGetsAccess(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var (keptCount, readCount) = (0, 0)
        for _ in 0..<1_000 {
            let old = File.random(&random)
            var source = Bool.random(using: &random) ? File.random(&random) : nil
            if Bool.random(using: &random) {
                source?.entries = old.entries
                source?.status.mode = old.status.mode
            }
            let writer = UInt32.random(in: 1...4, using: &random)
            // The system keeps the owner and the group, or one of both, or none.
            let owner = Bool.random(using: &random) ? old.status.user : writer
            let group = Bool.random(using: &random) ? old.status.group : UInt32.random(in: 1...3, using: &random)
            var access = old.access.owned(by: owner, group)
            for other in [old, source].compactMap(\.self) {
                access = access.restricted(by: other.access, writer: writer)
            }
            var new = File(status: old.status, entries: access.list == nil ? [] : old.entries)
            (new.status.user, new.status.group, new.status.mode) = (owner, group, access.mode)
            #expect(access.list == nil || access.list == old.list)
            let isSame = source == nil && owner == old.status.user && group == old.status.group
            keptCount += access.list != nil && owner != old.status.user ? 1 : 0
            for user in UInt32(1)...4 {
                for members: Set<UInt32> in [[], [1], [2], [3], [1, 2], [1, 3], [2, 3], [1, 2, 3]] {
                    let before = old.bits(for: user, in: members) & (source?.bits(for: user, in: members) ?? 7)
                    let after = new.bits(for: user, in: members)
                    readCount += after & 4 != 0 ? 1 : 0
                    if user == writer && user == owner || after & ~before == 0, !isSame || after == before { continue }
                    Issue.record(
                        "seed \(seed): \(user) in \(members), written by \(writer), \(old), \(source as Any), \(new)")
                }
            }
        }
        // A list also remains if a member of a group saves another one's file.
        #expect(keptCount > 0 && readCount > 2_500)
    }
}
