import TestSupport
import Testing

@testable import GraphCodable

/// A collection whose elements have changed since they were hashed is an error that names the property.
struct HashChangeTests {
    /// Builds its set before it is initialized.
    final class HastyFolder: HashedCollectionTests.Folder {
        override func decodeFiles(_ decoder: GDecoder) throws { files = try decoder.decode(for: Key.files) }
    }

    @Test func aSetThatIsBuiltTooEarlyIsAnErrorThatNamesTheProperty() throws {
        let folder = HastyFolder("a")
        folder.files = [HashedCollectionTests.File("1", in: folder)]
        let bytes = try GraphEncoder().encode(folder) as Bytes
        let error = expectError(GraphCodableError.self, .hashChanged) {
            try GraphDecoder().decode(HastyFolder.self, from: bytes)
        }
        #expect(error?.codingPath.description == "HastyFolder.files")
        #expect(
            error?.message == """
                An element of a set, or a key of a dictionary, has changed since it was hashed, because of a value that was \
                decoded later. Declare the collection as a variable with an initial value and decode it with decodeOrDefer, \
                as @GCodable does. If that is so, hash elements only by values that their initializers set.
                """)
        #expect(error?.isInputAtFault == false)
    }

    /// Changes what it is hashed by when the graph is complete: 0 in `whenDecoded`, 1 in `didDecode`.
    final class Late: GCodable, GDecodeCompletion, Hashable {
        var number: Int
        init(_ number: Int) { self.number = number }
        init(from decoder: GDecoder) throws {
            number = try decoder.decode()
            try decoder.whenDecoded { [unowned self] in if number == 0 { number = 2 } }
        }
        func encode(to encoder: GEncoder) throws { try encoder.encode(number) }
        func didDecode() { if number == 1 { number = 2 } }
        static func == (left: Late, right: Late) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    @Test(arguments: [0, 1]) func aHashThatACallAtTheEndChangesIsAnError(number: Int) throws {
        func check<Root: GCodable>(_ root: Root) throws {
            let bytes = try GraphEncoder().encode(root) as Bytes
            let error = expectError(GraphCodableError.self, .hashChanged) {
                try GraphDecoder().decode(Root.self, from: bytes)
            }
            #expect(error?.message.contains("because of whenDecoded or didDecode") == true)
        }
        try check(Set([Late(number)]))
        try check([Late(number): "value"])
    }

    /// Builds its set before it is initialized, although the labels of its items need it.
    final class Shop: GCodable {
        var items: Set<Item> = []
        var prices: [Item: Int] = [:]
        enum Key: String { case items, prices }

        init() {}

        init(from decoder: GDecoder) throws {
            items = try decoder.decode(for: Key.items)
            prices = try decoder.decode(for: Key.prices)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(items, for: Key.items)
            try encoder.encode(prices, for: Key.prices)
        }
    }

    final class PriceTag: GCodable {
        let text: String
        let shop: Shop
        enum Key: String { case text, shop }

        init(_ text: String, _ shop: Shop) { (self.text, self.shop) = (text, shop) }

        init(from decoder: GDecoder) throws {
            text = try decoder.decode(for: Key.text)
            shop = try decoder.decode(for: Key.shop)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(text, for: Key.text)
            try encoder.encode(shop, for: Key.shop)
        }
    }

    final class Item: GCodable, Hashable {
        var label: PriceTag?
        enum Key: String { case label }

        init(_ label: PriceTag) { self.label = label }

        init(from decoder: GDecoder) throws {
            try decoder.deferDecode(for: Key.label) { self.label = $0 }
        }

        func encode(to encoder: GEncoder) throws { try encoder.encode(label, for: Key.label) }

        static func == (left: Item, right: Item) -> Bool { left.label?.text == right.label?.text }
        func hash(into hasher: inout Hasher) { hasher.combine(label?.text) }
    }

    /// Without their labels the items are equal, but the archive is not damaged.
    @Test(arguments: [true, false]) func elementsThatAreEqualForNowAreNoDamage(areInSet: Bool) throws {
        let shop = Shop()
        let items = ["a", "b"].map { Item(PriceTag($0, shop)) }
        if areInSet { shop.items = Set(items) } else { shop.prices = [items[0]: 1, items[1]: 2] }
        defer { (shop.items, shop.prices) = ([], [:]) }
        let bytes = try GraphEncoder().encode(shop) as Bytes
        let error = expectError(GraphCodableError.self, .hashChanged) {
            try GraphDecoder().decode(Shop.self, from: bytes)
        }
        #expect(error?.codingPath.description == "Shop." + (areInSet ? "items" : "prices"))
        #expect(
            error?.message == """
                A \(areInSet ? "set holds equal elements" : "dictionary holds equal keys"), perhaps because values that \
                initializers deferred are not set yet, or because they differ only in what this program does not know. Declare the \
                collection as a variable with an initial value and decode it with decodeOrDefer, as @GCodable does. If that is so, \
                hash elements only by values that their initializers set.
                """)
        #expect(error?.isInputAtFault == false)
    }
}
