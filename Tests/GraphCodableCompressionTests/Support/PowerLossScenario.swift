import GraphCodable
@testable import GraphCodableCompression
import TestSupport

/// A few saves of one file on a simulated disk, and what must be there after a power failure at any moment.
struct PowerLossScenario {
    /// How many backups are kept.
    let keeping: Int
    /// The graphs in the order in which they are saved; the first is on the disk already, if `hasOld`.
    let versions: [[Int]]
    let hasOld: Bool
    /// Saves through a symbolic link from another folder.
    let usesLink: Bool
    let codec: GraphCodec

    static let path = "/files/file"
    static let link = "/links/link"
    static let oldMode: UInt32 = 0o640
    private static let options = GraphContainerWritingOptions(blockSizeLog2: 16, threadCount: 1)

    init(using generator: inout SplitMix64) {
        keeping = Int.random(in: 0...3, using: &generator)
        hasOld = Int.random(in: 0..<4, using: &generator) != 0
        usesLink = Int.random(in: 0..<4, using: &generator) == 0
        codec = [.none, .zlib, .lz4].randomElement(using: &generator) ?? .none
        // Large ones are written by several calls.
        let isLarge = Int.random(in: 0..<16, using: &generator) == 0
        versions = (0..<Int.random(in: 2...5, using: &generator)).map { version in
            let count = Int.random(in: 0...(isLarge ? 20_000 : 200), using: &generator)
            return [version] + (0..<count).map { _ in Int(truncatingIfNeeded: generator.next()) }
        }
    }

    /// What happened on the disk, and when.
    struct Course {
        let initial: DiskImage
        let changes: [DiskChange]
        /// For each version the number of changes before its save began, and when it had returned.
        let saves: [Int: (began: Int, returned: Int)]
    }

    /// Saves all versions.
    func run(lie: SimulatedDisk.Lie = .none) throws -> Course {
        var image = DiskImage(folders: ["/files", "/links"])
        image.links = [Self.link: Self.path]
        let disk = SimulatedDisk(image)
        if hasOld {
            try save(versions[0], on: disk)
            image = disk.image
            for number in image.files.keys { image.files[number]?.mode = Self.oldMode }
        }
        let used = SimulatedDisk(image, lie: lie)
        var saves: [Int: (began: Int, returned: Int)] = [:]
        for version in (hasOld ? 1 : 0)..<versions.count {
            let began = used.changes.count
            try save(versions[version], on: used)
            saves[version] = (began, used.changes.count)
        }
        return Course(initial: image, changes: used.changes, saves: saves)
    }

    /// Saves as a program does.
    func save(_ graph: [Int], on disk: SimulatedDisk) throws {
        try GraphEncoder().save(
            graph, to: SystemPath(usesLink ? Self.link : Self.path), keeping: keeping, codec: codec,
            options: Self.options,
            system: disk)
    }

    /// The path of the file itself or of one of its backups.
    func path(backup number: Int = 0) -> String {
        Self.path + (number == 0 ? "" : ".\(number)")
    }
}

extension PowerLossScenario {
    /// What the power failure broke; `nil` when everything is as it was promised.
    ///
    /// - Parameters:
    ///   - image: What is on the disk.
    ///   - time: The number of changes before the power failed.
    func problem(of image: DiskImage, _ course: Course, after time: Int) -> String? {
        let saved = course.saves.filter { $0.value.returned <= time }.keys.max() ?? (hasOld ? 0 : nil)
        let underWay = course.saves.first { $0.value.began < time && time < $0.value.returned }?.key
        let disk = SimulatedDisk(image)
        guard let found = version(at: path(), disk) else {
            if saved == nil, image[path()] == nil { return nil }
            return "the file is missing or damaged; saved \(saved ?? -1), under way \(underWay ?? -1)"
        }
        guard found == saved || found == underWay else {
            return "the file is version \(found); saved \(saved ?? -1), under way \(underWay ?? -1)"
        }
        guard let mode = image[path()]?.mode, mode == (hasOld ? Self.oldMode : 0o644) else {
            return "the file has another mode"
        }
        return problem(ofBackupsOf: found, image, disk, saved: saved, underWay: underWay)
    }

    private func problem(
        ofBackupsOf found: Int, _ image: DiskImage, _ disk: SimulatedDisk, saved: Int?, underWay: Int?
    ) -> String? {
        let names = Set(image.entries.keys)
        let backups = (0..<keeping).map { path(backup: $0 + 1) }
        // The oldest one goes only when the new version is there.
        let surplus = keeping > 0 ? [path(backup: keeping + 1)] : []
        let others = names.subtracting(backups + surplus + [path()]).filter { !$0.hasSuffix(".tmp") }
        guard others.isEmpty else { return "there are other files: \(others)" }
        var versions: [Int?] = []
        for backup in backups + surplus {
            let version = version(at: backup, disk)
            if version == nil, names.contains(backup) { return "\(backup) is damaged" }
            versions.append(version)
        }
        let sound = versions.compactMap { $0 }
        guard zip([found] + sound, sound).allSatisfy({ $0 >= $1 }) else { return "the backups are in disorder" }
        let expected = (1...max(keeping, 1)).map { found - $0 }.map { $0 >= 0 ? $0 : nil }
        if keeping > 0, underWay == nil || found == underWay, Array(versions.prefix(keeping)) != expected {
            // As soon as the new version is the file, every backup is in its place.
            return "version \(found) has the backups \(versions)"
        }
        return nil
    }

    /// The number of the version that a path leads to; `nil` when it is none, or not whole.
    private func version(at path: String, _ disk: SimulatedDisk) -> Int? {
        let graph = try? GraphDecoder().load(
            [Int].self, from: SystemPath(path), options: GraphContainerReadingOptions(threadCount: 1), system: disk)
        guard let graph, let number = graph.first, versions.indices.contains(number), versions[number] == graph else {
            return nil
        }
        return number
    }

    /// Whether a version can be saved and loaded after a power failure.
    func canSave(_ version: Int, on image: DiskImage) -> Bool {
        let disk = SimulatedDisk(image)
        return (try? save(versions[version], on: disk)) != nil && self.version(at: path(), disk) == version
            && disk.openCount == 0
    }
}
