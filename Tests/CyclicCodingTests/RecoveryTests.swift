import CyclicCoding
import Foundation
import GraphCodable
import GraphCodableCompression
import Testing

/// What is recovered of objects that hold `Codable` values. The values' keys may lie in another block.
@Suite struct RecoveryTests {
    struct Settings: Codable, Equatable {
        var size = 3
        var name = "n"
    }

    final class Item: GCodable {
        let number: Int
        let content: Data
        let settings: CodableValue<Settings>?
        private enum Key: String { case number, content, settings }

        init(_ number: Int) {
            self.number = number
            content = Data(repeating: UInt8(truncatingIfNeeded: number), count: 800)
            settings = CodableValue(Settings())
        }

        init(from decoder: any GDecoder) throws {
            number = try decoder.decode(for: Key.number)
            content = try decoder.decode(for: Key.content)
            settings = try decoder.decode(for: Key.settings)
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(number, for: Key.number)
            try encoder.encode(content, for: Key.content)
            try encoder.encode(settings, for: Key.settings)
        }
    }

    @Test func objectsInIntactBlocksAreRecovered() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "recovery-\(UUID()).graphz").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let items = (0..<500).map(Item.init)
        try GraphEncoder().save(items, to: path, codec: .none, options: GraphContainerWritingOptions(blockSizeLog2: 16))
        let sound = try Data(contentsOf: URL(filePath: path))
        // The end lists the objects, so it must be whole.
        for place in [2, 3, 4, 5, 6] {
            var damaged = sound
            damaged[sound.count * place / 8] ^= 1
            try damaged.write(to: URL(filePath: path))
            let recovered = try GraphDecoder().recover([Item?].self, from: path)
            let whole = recovered.root.compactMap(\.self)
            #expect(whole.count > 350 && whole.count < items.count, "\(place)")
            #expect(whole.allSatisfy { $0.settings?.value ?? Settings() == Settings() })
            #expect(whole.allSatisfy { $0.content == items[$0.number].content })
        }
    }
}
