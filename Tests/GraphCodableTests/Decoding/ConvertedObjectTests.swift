import TestSupport
import Testing

@testable import GraphCodable

/// Properties whose type was another class. Its Swift name is gone, so it is found only where it is requested itself.
@Suite struct ConvertedObjectTests {
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

    @Test func aReferenceOfAnOpenFileIsConverted() throws {
        let archive = try PartialGraph.open(archive(version: 2))
        defer { archive.close() }
        #expect(try archive.root(as: InParts.self).price.load().amount == 2.5)
    }
}
