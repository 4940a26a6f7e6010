import TestSupport

/// Makes up what a disk may hold after a power failure.
///
/// Only what was synchronized is certain. Of everything after that any part may have reached the disk, in any order:
///
/// - of what was written to a file any sectors, the size before or after them, and zeros or anything in between;
/// - of the names in a folder any of the changes, and of a renaming only the new name or only the loss of the old one.
///
/// These are more states than file systems with a journal leave behind. The model follows Pillai et al., “All File Systems Are
/// Not Created Equal”, OSDI 2014.
struct PowerLoss {
    private static let sectorSize = 512
    /// What the disk held in the beginning.
    let initial: DiskImage
    /// What it was asked for until the power failed.
    let changes: ArraySlice<DiskChange>

    /// How much of the changes that were not synchronized has reached the disk.
    private enum Survival: CaseIterable {
        case nothing, everything, theFirst, few, most

        /// Which of `count` changes.
        func choose(_ count: Int, using generator: inout SplitMix64) -> [Bool] {
            switch self {
            case .nothing: return Array(repeating: false, count: count)
            case .everything: return Array(repeating: true, count: count)
            case .theFirst:
                let end = Int.random(in: 0...count, using: &generator)
                return (0..<count).map { $0 < end }
            case .few, .most:
                let rarity = Int.random(in: 2...8, using: &generator)
                return (0..<count).map { _ in
                    Int.random(in: 0..<rarity, using: &generator) == 0 ? self == .few : self == .most
                }
            }
        }
    }

    /// One of the states that are possible.
    func image(using generator: inout SplitMix64) -> DiskImage {
        var image = initial
        let (certain, pending) = split()
        certain.forEach { image.apply($0) }
        survive(Self.names(in: pending), &image, &generator)
        for number in image.files.keys.sorted() {
            survive(pending, ofFile: number, &image, &generator)
        }
        return image
    }

    /// The changes that are on the disk for certain, and those that may be.
    private func split() -> (certain: [DiskChange], pending: [DiskChange]) {
        var files: [Int: Int] = [:]
        var folders: [String: Int] = [:]
        for (place, change) in zip(changes.indices, changes) {
            switch change {
            case .fileSynchronized(let file): files[file] = place
            case .folderSynchronized(let folder): folders[folder] = place
            default: break
            }
        }
        var result: (certain: [DiskChange], pending: [DiskChange]) = ([], [])
        for (place, change) in zip(changes.indices, changes) {
            let synchronized =
                switch change {
                // A file is nothing without a name, which is another change.
                case .create: Int.max
                case .write(let file, _, _), .mode(let file, _): files[file] ?? -1
                case .names(let folder, _): folders[folder] ?? -1
                case .fileSynchronized, .folderSynchronized: -1
                }
            if place <= synchronized {
                result.certain.append(change)
            } else {
                result.pending.append(change)
            }
        }
        return result
    }

    private static func names(in pending: [DiskChange]) -> [[(path: String, file: Int?)]] {
        pending.compactMap { change in
            if case .names(_, let names) = change { names } else { nil }
        }
    }

    private func survive(
        _ names: [[(path: String, file: Int?)]], _ image: inout DiskImage, _ generator: inout SplitMix64
    ) {
        // Most file systems store both halves of a renaming or none.
        let areSplit = Int.random(in: 0..<4, using: &generator) == 0
        let changes = areSplit ? names.joined().map { [$0] } : names
        let survival = Survival.allCases.randomElement(using: &generator) ?? .nothing
        for (change, survives) in zip(changes, survival.choose(changes.count, using: &generator)) where survives {
            for (path, number) in change { image.entries[path] = number }
        }
    }

    private func survive(
        _ pending: [DiskChange], ofFile number: Int, _ image: inout DiskImage, _ generator: inout SplitMix64
    ) {
        guard var file = image.files[number] else { return }
        let storedCount = file.bytes.count
        var sectors: [(offset: Int, bytes: ArraySlice<UInt8>)] = []
        for change in pending {
            switch change {
            case .write(number, let offset, let bytes): sectors += Self.sectors(offset, bytes)
            case .mode(number, let mode) where Bool.random(using: &generator): file.mode = mode
            default: break
            }
        }
        guard !sectors.isEmpty else {
            image.files[number] = file
            return
        }
        let fullCount = max(storedCount, sectors.map { $0.offset + $0.bytes.count }.max() ?? 0)
        if Bool.random(using: &generator) {
            // What is between the sectors was never written: the disk may hold anything there.
            file.bytes += (storedCount..<fullCount).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        }
        let survival = Survival.allCases.randomElement(using: &generator) ?? .nothing
        for (sector, survives) in zip(sectors, survival.choose(sectors.count, using: &generator)) where survives {
            file.write(Array(sector.bytes), at: sector.offset)
        }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: file.resize(storedCount)
        case 1: file.resize(fullCount)
        case 2: file.resize(Int.random(in: storedCount...fullCount, using: &generator))
        default: break
        }
        image.files[number] = file
    }

    /// What was written, in pieces that a disk writes whole.
    private static func sectors(_ offset: Int, _ bytes: [UInt8]) -> [(offset: Int, bytes: ArraySlice<UInt8>)] {
        var result: [(offset: Int, bytes: ArraySlice<UInt8>)] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, ((offset + start) / sectorSize + 1) * sectorSize - offset)
            result.append((offset + start, bytes[start..<end]))
            start = end
        }
        return result
    }
}
