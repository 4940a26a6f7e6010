import Foundation
@testable import GraphCodableCompression
import Synchronization
import TestSupport
import Testing

/// Whatever fails or is killed while backups move, no version is lost that was to be kept: from every state that an earlier
/// fault can leave, and beside another saver.
struct RotationTests {
    private static let path = "/files/file"
    private static let count = 3

    /// A version is a number, with which its contents end. They begin like those of an archive, as backups must.
    private static func contents(_ version: UInt8) -> [UInt8] { ContainerFormat.signature + [version] }

    private static func save(_ version: UInt8, on system: any SystemCalls) throws {
        try AtomicFileWriter.replace(SystemPath(path), AtomicFileWriter.Options(backupCount: count), system: system) {
            write in
            try contents(version).withUnsafeBytes { try write($0) }
        }
    }

    /// The versions that the file and its backups have, by their numbers; 0 for the file itself.
    private static func versions(_ image: DiskImage) -> [Int: UInt8] {
        var result: [Int: UInt8] = [:]
        for number in 0...20 {
            result[number] = image[path + (number == 0 ? "" : ".\(number)")]?.bytes.last
        }
        return result
    }

    private static func temporaries(_ image: DiskImage) -> [String] {
        image.entries.keys.filter { $0.hasSuffix(".tmp") }
    }

    private static var empty: DiskImage { DiskImage(folders: ["/files"]) }

    /// The file and as many backups as there are numbers, in descending order.
    private static func image(_ versions: [UInt8]) throws -> DiskImage {
        let disk = SimulatedDisk(empty)
        for (number, version) in versions.enumerated() {
            let options = AtomicFileWriter.Options()
            try AtomicFileWriter.replace(
                SystemPath(path + (number == 0 ? "" : ".\(number)")), options, system: disk
            ) { write in try contents(version).withUnsafeBytes { try write($0) } }
        }
        return disk.image
    }

    private enum Fault: CaseIterable {
        case once, forever, kill
        /// A file may not be read.
        case refused
    }

    /// What is on the disk after a save of which a call failed; whether it failed, too, and whether there was such a call.
    private static func attempt(
        _ version: UInt8, on image: DiskImage, _ fault: Fault, at call: Int, hasExclusiveRenaming: Bool
    ) -> (image: DiskImage, isSaved: Bool, name: String?) {
        let disk = SimulatedDisk(image)
        let system = FaultySystem(on: disk) { number, name in
            let fails =
                switch fault {
                case .once: number == call
                case .refused: number == call && ["open", "pread", "fstatat"].contains(name)
                case .forever: number >= call && name != "unlink"
                case .kill: number >= call
                }
            if fails { return .error(fault == .refused ? EACCES : EIO) }
            return name == "renameat2" && !hasExclusiveRenaming ? .error(EINVAL) : nil
        }
        let isSaved = (try? save(version, on: system)) != nil
        return (disk.image, isSaved, system.calls.indices.contains(call) ? system.calls[call] : nil)
    }

    /// What is wrong; `nil` when nothing is.
    private static func problem(_ before: DiskImage, _ after: DiskImage, _ version: UInt8, isSaved: Bool) -> String? {
        let (old, new) = (versions(before), versions(after))
        let all = Set(old.values).sorted(by: >)
        guard new[0] == version || new[0] == old[0] && !isSaved else { return "the file is \(new)" }
        let isPublished = new[0] == version
        let wanted = isPublished ? all.prefix(count) : all.prefix(count + 1)
        let lost = wanted.filter { !new.values.contains($0) }
        guard lost.isEmpty else { return "\(lost) are lost: \(old) became \(new)" }
        let order = new.sorted { $0.key < $1.key }.map(\.value)
        guard order == order.sorted(by: >) else { return "\(old) became \(new)" }
        let numbers = new.keys.max() ?? 0
        // Nothing goes further away than it has to.
        return numbers <= max(old.keys.max() ?? 0, count) + 1 ? nil : "\(old) became \(new)"
    }

    @Test(arguments: [true, false]) func noFaultLosesAVersionInAnyStateThatFaultsLeave(hasExclusiveRenaming: Bool)
        throws
    {
        var seen = Set<[Int: UInt8]>()
        var states = try [[], [9], [9, 8], [9, 8, 7], [9, 8, 7, 6], [9, 8, 7, 6, 5]].map(Self.image)
        var tried = 0
        var version: UInt8 = 10
        for round in 0..<Torture.count(2, torture: 3) {
            // Usually each third call fails, and from the states that a fault has left each 61st.
            let step = Torture.isOn ? 1 : round == 0 ? 3 : 61
            var next: [DiskImage] = []
            for state in states where seen.insert(Self.versions(state)).inserted {
                for fault in Fault.allCases {
                    var call = Int.random(in: 0..<step)
                    while true {
                        let (image, isSaved, name) = Self.attempt(
                            version, on: state, fault, at: call, hasExclusiveRenaming: hasExclusiveRenaming)
                        guard let name else { break }
                        if let problem = Self.problem(state, image, version, isSaved: isSaved) {
                            Issue.record("\(fault), \(name): \(problem)")
                        }
                        try Self.checkNextSave(
                            on: image, version + 1, "\(fault), \(name)", mayKeepMore: fault == .refused)
                        if fault != .refused { next.append(image) }
                        tried += 1
                        call += step
                    }
                }
            }
            states = next
            version += 1
        }
        Figure.print("faults while backups moved, from \(seen.count) states", tried)
        #expect(seen.count > 15)
    }

    /// After any fault the next save mends everything.
    ///
    /// - Parameter mayKeepMore: Whether a backup beyond the number to keep may stay after a gap: it could not be read when it was
    ///   to be removed.
    private static func checkNextSave(
        on image: DiskImage, _ version: UInt8, _ fault: String, mayKeepMore: Bool = false
    ) throws {
        let disk = SimulatedDisk(image)
        let all = Set(versions(image).values).sorted(by: >)
        try save(version, on: disk)
        let expected = [version] + all.prefix(count)
        let numbered = versions(disk.image).sorted { $0.key < $1.key }
            .prefix(mayKeepMore ? expected.count : .max)
        #expect(numbered.map(\.value) == expected, "after \(fault)")
        #expect(numbered.map(\.key) == Array(expected.indices), "after \(fault)")
        #expect(temporaries(disk.image).isEmpty, "after \(fault)")
        #expect(disk.openCount == 0)
    }

    /// Saves one version, and another in a thread that begins when the first saver makes a certain call. The thread is awaited
    /// unless it waits for the first saver itself.
    private static func saveAtOnce(
        _ first: UInt8, at call: Int, killedAt death: Int?, _ second: UInt8, on disk: SimulatedDisk
    )
        -> (saved: Bool, otherSaved: Bool, hasCall: Bool)
    {
        let goOn = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        let otherSaved = Mutex(false)
        let locks = Mutex(0)
        let other = FaultySystem(on: disk) { _, name in
            // The first saver's files are looked at, then the own temporary file is locked, and then the backups: at most three calls,
            // unless the first saver moves backups.
            if name == "flock",
                locks.withLock({
                    $0 += 1; return $0
                }) == 4
            {
                goOn.signal()
            }
            return nil
        }
        let system = FaultySystem(on: disk) { number, _ in
            if number == call {
                Thread.detachNewThread {
                    let saved = (try? save(second, on: other)) != nil
                    otherSaved.withLock { $0 = saved }
                    goOn.signal()
                    done.signal()
                }
                goOn.wait()
            }
            return death.map { number >= $0 } == true ? .error(EIO) : nil
        }
        let saved = (try? save(first, on: system)) != nil
        let hasCall = system.calls.count > call
        // The system closes what a killed process has open, and so unlocks it: the stand-in closes before it fails.
        if hasCall { done.wait() }
        return (saved, otherSaved.withLock { $0 }, hasCall)
    }

    @Test(arguments: [false, true]) func twoSaversAtOnceKeepAllVersions(isNetwork: Bool) throws {
        let image = try Self.image([9, 8, 7, 6])
        var call = 0
        while true {
            let disk = SimulatedDisk(image, isNetwork: isNetwork)
            let result = Self.saveAtOnce(10, at: call, killedAt: nil, 11, on: disk)
            guard result.hasCall else { break }
            #expect(result.saved && result.otherSaved)
            let versions = Self.versions(disk.image)
            #expect(versions == [0: 10, 1: 11, 2: 9, 3: 8] || versions == [0: 11, 1: 10, 2: 9, 3: 8], "call \(call)")
            #expect(Self.temporaries(disk.image).isEmpty && disk.openCount == 0)
            call += 1
        }
        #expect(call > 30)
    }

    @Test func aSaverThatIsKilledBesideAnotherCostsNoVersion() throws {
        let image = try Self.image([9, 8, 7, 6])
        var tried = 0
        for call in 0..<60 {
            for death in stride(from: call, to: 60, by: Torture.isOn ? 1 : 7) {
                let disk = SimulatedDisk(image)
                let result = Self.saveAtOnce(10, at: call, killedAt: death, 11, on: disk)
                guard result.hasCall else { break }
                tried += 1
                let versions = Self.versions(disk.image)
                let found = Set(versions.values)
                let wanted = [UInt8](arrayLiteral: 9, 8, 7).prefix(found.contains(10) ? 2 : 3)
                #expect(result.otherSaved && found.contains(11), "\(call), \(death): \(versions)")
                #expect(wanted.allSatisfy { found.contains($0) }, "\(call), \(death): \(versions)")
            }
        }
        Figure.print("kills of a saver beside another", tried)
        #expect(tried > 150)
    }
}
