import Foundation
import GraphCodable
import GraphCodableCompression
import TestSupport
import Testing

/// What programs do with what is left of a damaged archive.
struct RecoveryTests {
    private static let stopCount = 20_000

    /// A chain of objects in an array, of more objects than references of two bytes can name.
    private static func stops() -> [SalvageTests.Stop] {
        let stops = (0..<stopCount).map { SalvageTests.Stop("Stop \($0)") }
        for (stop, next) in zip(stops, stops.dropFirst()) {
            stop.next = next
        }
        return stops
    }

    /// The archive, with a block damaged in which there are only objects.
    private static func damaged() throws -> [UInt8] {
        let archive = try DamagedArchive(try GraphEncoder().encode(stops()), .lz4)
        try #require(archive.blocks.count > 4)
        var bytes = archive.bytes
        bytes[archive.blocks[2].lowerBound + 40] ^= 1
        return bytes
    }

    @Test func recoveringLeavesOutWhatAnArrayCannotHold() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file.graphz"
            try write(Self.damaged(), to: path)
            let recovered = try GraphDecoder().recover([SalvageTests.Stop].self, from: URL(filePath: path))
            #expect(!recovered.isComplete)
            #expect(recovered.graph.objectCount == Self.stopCount)
            #expect(recovered.graph.lostObjectCount > 0)
            #expect(recovered.removedElementCount == recovered.graph.lostObjectCount)
            #expect(recovered.root.count == Self.stopCount - recovered.graph.lostObjectCount)
            #expect(recovered.root.last?.name == "Stop \(Self.stopCount - 1)")
            let optional = try GraphDecoder().recover([SalvageTests.Stop?].self, from: path)
            #expect(optional.removedElementCount == 0)
            #expect(optional.root.count == Self.stopCount)
            #expect(optional.root.count { $0 == nil } == recovered.graph.lostObjectCount)
        }
    }

    /// Has its stops in two arrays, of which one can hold nil.
    final class Network<Stops: GCodable>: GCodable {
        let optional: [SalvageTests.Stop?]
        let others: Stops
        private enum Key: String { case optional, others }

        init(_ optional: [SalvageTests.Stop?], _ others: Stops) { (self.optional, self.others) = (optional, others) }

        init(from decoder: GDecoder) throws {
            optional = try decoder.decode(for: Key.optional)
            others = try decoder.decode(for: Key.others)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(optional, for: Key.optional)
            try encoder.encode(others, for: Key.others)
        }
    }

    @Test func arraysOfOptionalsLoseElementsOnlyIfOthersMust() throws {
        func recovered<Stops>(_ others: ([SalvageTests.Stop]) -> Stops) throws -> RecoveredGraph<Network<Stops>> {
            try withTemporaryFolder { folder in
                let stops = Self.stops()
                let archive = try DamagedArchive(try GraphEncoder().encode(Network(stops, others(stops))), .lz4)
                try #require(archive.blocks.count > 4)
                var bytes = archive.bytes
                bytes[archive.blocks[2].lowerBound + 40] ^= 1
                try write(bytes, to: folder + "/file.graphz")
                return try GraphDecoder().recover(Network<Stops>.self, from: folder + "/file.graphz")
            }
        }
        let kept = try recovered { $0.map(Optional.some) }
        #expect(kept.root.optional.count == Self.stopCount)
        #expect(kept.root.optional.contains { $0 == nil })
        #expect(kept.removedElementCount == 0)
        let shifted = try recovered { $0 }
        let lost = shifted.graph.lostObjectCount
        #expect(lost > 0)
        #expect(shifted.root.others.count == Self.stopCount - lost)
        #expect(shifted.root.optional.count == Self.stopCount - lost)
        #expect(!shifted.root.optional.contains { $0 == nil })
    }

    /// Is equal only to itself. Large, so that some of a block are lost.
    final class Blob: GCodable, Hashable {
        let bytes: [UInt8]
        init(_ bytes: [UInt8]) { self.bytes = bytes }
        init(from decoder: GDecoder) throws { bytes = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(bytes) }
        static func == (lhs: Blob, rhs: Blob) -> Bool { lhs === rhs }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    struct Frame: GCodable, Hashable {
        let blob: Blob?
        init(_ blob: Blob?) { self.blob = blob }
        init(from decoder: GDecoder) throws { blob = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(blob) }
    }

    /// Without lost objects, elements can be equal that were different.
    @Test func elementsThatLossesMakeEqualAreRemoved() throws {
        let blobs = (0..<25).map { Blob(Payload.random(9_000, seed: UInt64($0))) }
        func check<Elements: GCodable & Swift.Collection>(_ elements: Elements) throws {
            try withTemporaryFolder { folder in
                let archive = try DamagedArchive(try GraphEncoder().encode(elements), .none)
                var bytes = archive.bytes
                bytes[archive.blocks[1].lowerBound + 40] ^= 1
                try write(bytes, to: folder + "/file.graphz")
                let recovered = try GraphDecoder().recover(Elements.self, from: folder + "/file.graphz")
                let lost = recovered.graph.lostObjectCount
                #expect(lost > 1 && recovered.removedElementCount == lost, "\(Elements.self)")
                #expect(recovered.root.count == blobs.count - lost, "\(Elements.self)")
            }
        }
        func pairs<Key>(_ key: (Blob) -> Key) -> [Key: Int] {
            Dictionary(uniqueKeysWithValues: blobs.map { (key($0), $0.bytes.count) })
        }
        try check(Set(blobs as [Blob?]))
        try check(Set(blobs.map { [$0] }))
        try check(Set(blobs.map { [$0 as Blob?] }))
        try check(Set(blobs.map { Frame($0) }))
        try check(pairs { $0 as Blob? })
        try check(pairs { [$0] })
        try check(pairs { Frame($0) })
    }

    /// A value with an identity has a record of its own, and cannot be without what it lost.
    struct Sticker: GCodable, GIdentifiable, Hashable {
        let blob: Blob
        var gcodableID: Int? { blob.bytes.first.map { Int($0) << 8 | Int(blob.bytes[1]) } }
        init(_ blob: Blob) { self.blob = blob }
        init(from decoder: GDecoder) throws { blob = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(blob) }
    }

    final class Page<Content: GCodable>: GCodable {
        let content: Content
        init(_ content: Content) { self.content = content }
        init(from decoder: GDecoder) throws { content = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(content) }
    }

    /// Has the types of its contents in the archive.
    final class AnyPage<Content>: GCodable {
        let content: Content
        init(_ content: Content) { self.content = content }
        init(from decoder: GDecoder) throws { content = try decoder.decode(any: Content.self) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(any: content) }
    }

    /// As ``valuesThatCannotBeWithoutWhatTheyLostAreLostToo()``.
    @Test func protocolValuesThatCannotBeWithoutWhatTheyLostAreLostToo() throws {
        let blobs = (0..<25).map { Blob(Payload.random(9_000, seed: UInt64($0))) }
        func check<Content>(_ content: (Blob) -> Content, isEmpty: (Content) -> Bool) throws {
            try withTemporaryFolder { folder in
                let pages = blobs.map { AnyPage(content($0)) }
                let archive = try DamagedArchive(try GraphEncoder().encode(pages), .none)
                var bytes = archive.bytes
                bytes[archive.blocks[1].lowerBound + 40] ^= 1
                try write(bytes, to: folder + "/file.graphz")
                let recovered = try GraphDecoder().recover([AnyPage<Content>].self, from: folder + "/file.graphz")
                let full = recovered.root.filter { !isEmpty($0.content) }.count
                #expect(recovered.root.count == blobs.count, "\(Content.self)")
                #expect(full > 10 && full + recovered.graph.lostObjectCount >= blobs.count, "\(Content.self)")
                try GraphEncoder().save(recovered.root, to: folder + "/saved.graphz")
                let saved = try GraphDecoder().load([AnyPage<Content>].self, from: folder + "/saved.graphz")
                #expect(saved.count == blobs.count)
            }
        }
        try check({ Whole($0) as (any GCodable)? }, isEmpty: { $0 == nil })
        try check({ Whole($0) as (any GCodable)?? }, isEmpty: { ($0 ?? nil) == nil })
        try check({ Sticker($0) as (any GCodable)? }, isEmpty: { $0 == nil })
        try check({ Sticker($0) as (any GCodable)?? }, isEmpty: { ($0 ?? nil) == nil })
        try check({ Sticker($0) as Any? }, isEmpty: { $0 == nil })
        try check({ [Whole($0)] as [any GCodable] }, isEmpty: \.isEmpty)
        try check({ [Sticker($0)] as [any GCodable] }, isEmpty: \.isEmpty)
        try check({ [Sticker($0)] as [(any GCodable)?] }, isEmpty: { $0.allSatisfy { $0 == nil } })
        try check({ ["a": Whole($0)] as [String: any GCodable] }, isEmpty: \.isEmpty)
        try check({ ["a": Sticker($0)] as [String: (any GCodable)?] }, isEmpty: { $0.values.allSatisfy { $0 == nil } })
    }

    /// A page is whole. What it holds was lost, with the one of four blocks that is damaged.
    @Test func valuesThatCannotBeWithoutWhatTheyLostAreLostToo() throws {
        let blobs = (0..<25).map { Blob(Payload.random(9_000, seed: UInt64($0))) }
        func check<Content: GCodable>(_ content: (Blob) -> Content, isEmpty: (Content) -> Bool) throws {
            try withTemporaryFolder { folder in
                let encoder = GraphEncoder()
                let archive = try DamagedArchive(try encoder.encode(blobs.map { Page(content($0)) }), .none)
                var bytes = archive.bytes
                bytes[archive.blocks[1].lowerBound + 40] ^= 1
                try write(bytes, to: folder + "/file.graphz")
                let recovered = try GraphDecoder().recover([Page<Content>?].self, from: folder + "/file.graphz")
                let pages = recovered.root.compactMap(\.self)
                let full = pages.filter { !isEmpty($0.content) }.count
                #expect(full > 10 && full + recovered.graph.lostObjectCount >= blobs.count, "\(Content.self)")
                try GraphEncoder().save(recovered.root, to: folder + "/saved.graphz")
                let saved = try GraphDecoder().load([Page<Content>?].self, from: folder + "/saved.graphz")
                #expect(saved.compactMap(\.self).count == pages.count)
            }
        }
        try check({ [Sticker($0)] }, isEmpty: \.isEmpty)
        try check({ [Sticker($0) as Sticker?] }, isEmpty: { $0.compactMap(\.self).isEmpty })
        try check({ Set([Sticker($0)]) }, isEmpty: \.isEmpty)
        try check({ [1: Sticker($0)] }, isEmpty: \.isEmpty)
        try check({ Sticker($0) as Sticker? }, isEmpty: { $0 == nil })
        try check({ Whole($0) as Whole? }, isEmpty: { $0 == nil })
    }

    struct Whole: GCodable {
        let blob: Blob
        init(_ blob: Blob) { self.blob = blob }
        init(from decoder: GDecoder) throws { blob = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(blob) }
    }

    private enum Key: String { case b, f }

    struct Album: GCodable {
        let blobs: [Blob?]
        let favorites: [Blob]
        init(_ blobs: [Blob]) { (self.blobs, favorites) = (blobs, blobs) }
        init(from decoder: GDecoder) throws {
            (blobs, favorites) = try (decoder.decode(for: Key.b), decoder.decode(for: Key.f))
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(blobs, for: Key.b)
            try encoder.encode(favorites, for: Key.f)
        }
    }

    struct OldAlbum: GCodable, GKeepsUnknown {
        let blobs: [Blob?]
        var unknownFields = GUnknownFields()
        init(from decoder: GDecoder) throws { blobs = try decoder.decode(for: Key.b) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(blobs, for: Key.b) }
    }

    /// An older program does not see that what it keeps refers to lost objects.
    @Test func aNewerProgramRecoversWhatAnOlderOneRecovered() throws {
        let album = Album((0..<25).map { Blob(Payload.random(9_000, seed: UInt64($0))) })
        try withTemporaryFolder { folder in
            let archive = try DamagedArchive(try GraphEncoder().encode(album), .none)
            var bytes = archive.bytes
            bytes[archive.blocks[1].lowerBound + 40] ^= 1
            try write(bytes, to: folder + "/file.graphz")
            let old = try GraphDecoder().recover(OldAlbum.self, from: folder + "/file.graphz")
            try GraphEncoder().save(old.root, to: folder + "/saved.graphz")
            let recovered = try GraphDecoder().recover(Album.self, from: folder + "/saved.graphz")
            let lost = old.graph.lostObjectCount
            #expect(!recovered.isComplete && recovered.removedElementCount > 0)
            #expect(lost > 0 && recovered.root.favorites.count == album.blobs.count - lost)
            #expect(recovered.root.blobs.count { $0 != nil } == album.blobs.count - lost)
        }
    }

    /// A pipe may have no end, so reading it must end when it is cancelled.
    @Test func readingADamagedPipeIsCancelled() throws {
        struct Cancelled: Error {}
        let pipe = Pipe()
        let writer = pipe.fileHandleForWriting
        let bytes = Data(try Self.damaged()) + Data(count: 4 << 20)
        Thread.detachNewThread {
            // Ends with an error when the test has closed the other end.
            try? writer.write(contentsOf: bytes)
            try? writer.close()
        }
        var reports: [GraphContainer.Progress] = []
        let input = GraphContainer.Endpoint.fileDescriptor(pipe.fileHandleForReading.fileDescriptor)
        #expect(throws: Cancelled.self) {
            try GraphContainer.salvage(from: input) {
                reports.append($0)
                throw Cancelled()
            }
        }
        #expect(reports.count == 1 && reports[0].totalByteCount == nil && reports[0].completedByteCount < 4 << 20)
        _ = try pipe.fileHandleForReading.readToEnd()
    }

    @Test func recoveringWhatIsWholeLosesNothing() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            for codec in [GraphCodec?.none, .some(.none), .zlib] {
                let raw: [UInt8] = try GraphEncoder().encode(Self.stops())
                try write(try codec.map { try compressed(raw, $0) } ?? raw, to: path)
                let recovered = try GraphDecoder().recover([SalvageTests.Stop].self, from: path)
                #expect(recovered.isComplete)
                #expect(recovered.root.count == Self.stopCount)
            }
        }
    }

    @Test @MainActor func recoveringBesideTheActorGivesTheSame() async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file.graphz"
            try write(Self.damaged(), to: path)
            func recover() throws -> RecoveredGraph<[SalvageTests.Stop]> {
                try GraphDecoder().recover([SalvageTests.Stop].self, from: path)
            }
            let expected = try recover()
            let progress = Progress(totalUnitCount: 1)
            let found = try await GraphDecoder().recover([SalvageTests.Stop].self, from: path, progress: progress)
            #expect(found.root.map(\.name) == expected.root.map(\.name) && progress.isFinished)
            #expect(found.removedElementCount == expected.removedElementCount && found.removedElementCount > 0)
            let cancelled = Progress(totalUnitCount: 1)
            cancelled.cancel()
            await #expect(throws: CancellationError.self) {
                _ = try await GraphDecoder().recover([SalvageTests.Stop].self, from: path, progress: cancelled)
            }
        }
    }

    @Test func recoveringWithoutTheRootIsAnError() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file.graphz"
            let archive = try DamagedArchive(try GraphEncoder().encode(Self.stops()), .none)
            var bytes = archive.bytes
            bytes[archive.blocks[0].lowerBound + 60] ^= 1
            try write(bytes, to: path)
            let error = #expect(throws: GraphCodableError.self) {
                try GraphDecoder().recover([SalvageTests.Stop].self, from: path)
            }
            #expect(error?.code == .valueNotFound)
        }
    }

    /// Cannot do without its stop.
    final class Line: GCodable {
        let stop: SalvageTests.Stop
        private enum Key: String { case stop }
        init(_ stop: SalvageTests.Stop) { self.stop = stop }
        init(from decoder: GDecoder) throws { stop = try decoder.decode(for: Key.stop) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(stop, for: Key.stop) }
    }

    @Test func recoveringNamesTheObjectThatItsHolderCannotDoWithout() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file.graphz"
            let name = String(decoding: Payload.text(3 * smallBlock), as: UTF8.self)
            let archive = try DamagedArchive(try GraphEncoder().encode(Line(SalvageTests.Stop(name))), .lz4)
            try #require(archive.blocks.count > 2)
            var bytes = archive.bytes
            bytes[archive.blocks[1].lowerBound + 40] ^= 1
            try write(bytes, to: path)
            let error = #expect(throws: GraphCodableError.self) { try GraphDecoder().recover(Line.self, from: path) }
            #expect(error?.code == .valueNotFound)
            #expect(error?.message.contains("object 2") == true, "\(String(describing: error))")
        }
    }

    @Test func allAttemptsTogetherCostNoMoreThanIsAllowedForOne() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file.graphz"
            try write(Self.damaged(), to: path)
            func recovers<Stop: GDecodable>(_ type: [Stop].Type, _ limit: Int) -> Bool {
                let decoder = GraphDecoder(policy: GraphDecodingPolicy(maximumMemory: UInt64(limit)))
                return (try? decoder.recover(type, from: path)) != nil
            }
            // Nil stands for what is lost, so the first attempt succeeds. Without optionals, another one must follow it.
            var limit = 1 << 20
            while !recovers([SalvageTests.Stop?].self, limit) { limit += limit / 8 }
            #expect(!recovers([SalvageTests.Stop].self, limit))
            #expect(recovers([SalvageTests.Stop].self, 3 * limit))
        }
    }

    @Test func thePolicyLimitsTheDirectory() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file.graphz"
            try write(Self.damaged(), to: path)
            // Two keys, a type, and shapes with their slots.
            let decoder = GraphDecoder(policy: GraphDecodingPolicy(maximumDirectoryEntryCount: 4))
            expectError(GraphCodableError.self, .limitExceeded) {
                try decoder.recover([SalvageTests.Stop].self, from: path)
            }
        }
    }

    @Test func whatIsLeftIsWrittenAsASoundArchive() throws {
        try withTemporaryFolder { folder in
            let salvaged = try salvaged(Self.damaged())
            let salvage = try GraphSalvage(salvaged)
            let path = folder + "/rest"
            for codec in [GraphCodec?.none, .some(.lz4)] {
                let removed = try salvage.write(to: .path(path), codec: codec, lostReferences: .removed)
                #expect(removed == salvage.lostObjectCount)
                let left = try GraphDecoder().load([SalvageTests.Stop].self, from: path)
                #expect(left.count == Self.stopCount - salvage.lostObjectCount)
            }
            try salvaged.write(to: .path(path))
            #expect(try contents(of: path) == salvaged.bytes)
            let explanations = Set(GraphContainer.SalvageReport.Reason.allCases.map(\.explanation))
            #expect(explanations.count == GraphContainer.SalvageReport.Reason.allCases.count)
        }
    }

    @Test func aCancelledTaskEndsSalvaging() async throws {
        let bytes = try Self.damaged()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try salvaged(bytes).bytes
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
