import TestSupport
import Testing

@testable import GraphCodable

/// Properties whose type was another class. Its Swift name is gone, so it is found only where it is requested itself.
struct ConvertedObjectTests {
    enum Key: String { case price, cents }

    final class Money: GDecodable, GNamed {
        static let archiveName: ArchiveName = ArchiveName("convertedObject.money", aliases: ["Vanished.Money"])
        let cents: Int

        init(from decoder: any GDecoder) throws { cents = try decoder.decode(for: Key.cents) }
    }

    final class Price: GCodable {
        let amount: Double

        init(_ money: Money) { amount = Double(money.cents) / 100 }
        init(from decoder: any GDecoder) throws { amount = try decoder.decode() }
        func encode(to encoder: any GEncoder) throws { try encoder.encode(amount) }
    }

    struct Whole: GDecodable {
        let price: Price
        init(from decoder: any GDecoder) throws {
            price = try decoder.decode(for: Key.price, convertingFrom: Money.self) { Price($0) }
        }
    }

    struct InParts: GDecodable {
        let price: GraphReference<Price>
        init(from decoder: any GDecoder) throws {
            price = try decoder.decode(for: Key.price, convertingFrom: Money.self) { GraphReference(Price($0)) }
        }
    }

    /// - Parameter version: The version of the class. Sessions remember the types of an archive with the same directory, so each
    ///   test has its own.
    private func archive(version: UInt64) -> Bytes {
        ArchiveAssembler(
            ArchiveAssembler.composite(0, ArchiveAssembler.reference(1)),
            ArchiveAssembler.composite(1, ArchiveAssembler.integer(250)), keys: ["price", "cents"],
            types: [
                ArchiveAssembler.type("Vanished.Holder"),
                ArchiveAssembler.type("Vanished.Money", name: "8Vanished5MoneyC", version: version),
            ], shapes: [ArchiveAssembler.shape(of: 0, 1), ArchiveAssembler.shape(of: 1, 2)]
        ).bytes
    }

    @Test func aRenamedClassIsFoundAsTheFormerTypeAlone() throws {
        #expect(try GraphDecoder().decode(Whole.self, from: archive(version: 1)).price.amount == 2.5)
    }

    /// Counts the objects that are told that the graph is complete.
    final class Part: GCodable, GDecodeCompletion {
        nonisolated(unsafe) static var completedCount = 0

        init() {}
        init(from decoder: any GDecoder) throws {}
        func encode(to encoder: any GEncoder) throws {}
        func didDecode() throws { Self.completedCount += 1 }
    }

    enum OwnerKey: String { case part, owner, name, unit }

    struct FormerLink: GDecodable {
        let name: String
        init(from decoder: any GDecoder) throws {
            name = try decoder.decode(for: OwnerKey.name)
            _ = try decoder.decode(for: OwnerKey.owner) as Owner
        }
    }

    struct Link: GDecodable {
        let name: String
        init(_ former: FormerLink) { name = former.name }
        init(from decoder: any GDecoder) throws {
            _ = try decoder.decode(for: OwnerKey.part) as Part
            _ = try decoder.decode(for: OwnerKey.owner) as Owner
            name = try decoder.decode(for: OwnerKey.unit)
        }
    }

    struct WrittenLink: GEncodable {
        let owner: Owner
        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(Part(), for: OwnerKey.part)
            try encoder.encode(owner, for: OwnerKey.owner)
            try encoder.encode("a", for: OwnerKey.name)
        }
    }

    final class Owner: GCodable {
        var link: Link?

        init() {}
        init(from decoder: any GDecoder) throws {
            link = try decoder.decodeNow(
                for: Key.price, convertingFrom: FormerLink.self, with: Link.init, orLater: self, { $0.link = $1 })
        }
        func encode(to encoder: any GEncoder) throws { try encoder.encode(WrittenLink(owner: self), for: Key.price) }
    }

    @Test func anAttemptThatHadToWaitBeforeItFailedLeavesNoObjects() throws {
        let owner = try GraphDecoder().decode(Owner.self, from: GraphEncoder().encode(Owner()) as Bytes)
        #expect(owner.link?.name == "a" && Part.completedCount == 0)
    }

    @Test func aReferenceOfAnOpenFileIsConverted() throws {
        let archive = try PartialGraph.open(archive(version: 2))
        defer { archive.close() }
        #expect(try archive.root(as: InParts.self).price.load().amount == 2.5)
    }
}
