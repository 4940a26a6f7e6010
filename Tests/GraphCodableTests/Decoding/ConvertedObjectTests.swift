import TestSupport
import Testing

@testable import GraphCodable

/// Properties whose type was another class.
@Suite struct ConvertedObjectTests {
    enum Key: String { case price, cents, amount }

    final class Money: GCodable, GNamed {
        static let archiveName: ArchiveName = ArchiveName("convertedObject.money", aliases: ["Vanished.Money"])
        let cents: Int

        init(_ cents: Int) { self.cents = cents }
        init(from decoder: any GDecoder) throws { cents = try decoder.decode(for: Key.cents) }
        func encode(to encoder: any GEncoder) throws { try encoder.encode(cents, for: Key.cents) }
    }

    final class Price: GCodable {
        let amount: Double

        init(_ money: Money) { amount = Double(money.cents) / 100 }
        init(from decoder: any GDecoder) throws { amount = try decoder.decode(for: Key.amount) }
        func encode(to encoder: any GEncoder) throws { try encoder.encode(amount, for: Key.amount) }
    }

    struct Old: GEncodable {
        func encode(to encoder: any GEncoder) throws { try encoder.encode(Money(250), for: Key.price) }
    }

    struct New: GDecodable {
        let price: Price
        init(from decoder: any GDecoder) throws {
            price = try decoder.decode(for: Key.price, convertingFrom: Money.self) { Price($0) }
        }
    }

    struct NewInParts: GDecodable {
        let price: GraphReference<Price>
        init(from decoder: any GDecoder) throws {
            price = try decoder.decode(for: Key.price, convertingFrom: Money.self) { GraphReference(Price($0)) }
        }
    }

    @Test func aRenamedClassIsFoundAsTheFormerTypeAlone() throws {
        let archive = ArchiveAssembler(
            ArchiveAssembler.composite(0, ArchiveAssembler.reference(1)),
            ArchiveAssembler.composite(1, ArchiveAssembler.integer(250)), keys: ["price", "cents"],
            types: [
                ArchiveAssembler.valueType(New.self), ArchiveAssembler.type("Vanished.Money", name: "8Vanished5MoneyC"),
            ], shapes: [ArchiveAssembler.shape(of: 0, 1), ArchiveAssembler.shape(of: 1, 2)])
        #expect(try GraphDecoder().decode(New.self, from: archive.bytes).price.amount == 2.5)
    }

    @Test func aReferenceOfAnOpenFileIsConverted() throws {
        let bytes = try GraphEncoder().encode(Old()) as Bytes
        #expect(try GraphDecoder().decode(NewInParts.self, from: bytes).price.load().amount == 2.5)
        let archive = try PartialGraph.open(bytes)
        defer { archive.close() }
        #expect(try archive.root(as: NewInParts.self).price.load().amount == 2.5)
    }
}
