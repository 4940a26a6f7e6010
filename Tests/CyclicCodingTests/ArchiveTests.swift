import CyclicCoding
import Foundation
import GraphCodable
import GraphCodableCompression
import TestSupport
import Testing

/// A `GCodable` class with a `Codable` field.
final class Page: GCodable {
    var title: String
    var helper: Helper
    var settings: [String: [Int]]
    private enum Key: String { case title, helper, settings }

    init(title: String, helper: Helper, settings: [String: [Int]]) {
        self.title = title
        self.helper = helper
        self.settings = settings
    }

    init(from decoder: GDecoder) throws {
        title = try decoder.decode(for: Key.title)
        helper = (try decoder.decode(for: Key.helper) as CodableValue<Helper>).value
        settings = (try decoder.decode(for: Key.settings) as CodableValue<[String: [Int]]>).value
    }

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(title, for: Key.title)
        try encoder.encode(CodableValue(helper), for: Key.helper)
        try encoder.encode(CodableValue(settings), for: Key.settings)
    }
}

struct ArchiveTests {
    private func makeQueue() -> ActionQueue {
        let queue = ActionQueue()
        queue.add(action: Action())
        queue.add(action: Action())
        return queue
    }

    @Test func aGraphGoesStraightIntoARawArchive() throws {
        let bytes: Bytes = try GraphEncoder().encode(codable: makeQueue())
        let decoded = try GraphDecoder().decode(ActionQueue.self, codable: bytes)
        #expect(decoded.actions.count == 2)
        #expect(decoded.actions.allSatisfy { $0.queue[] === decoded })
        let data = try GraphEncoder().encode(codable: Everything()) as Data
        #expect(try GraphDecoder().decode(Everything.self, codable: data).double == -0.1)
    }

    @Test func everyKindOfValueSurvivesAnArchive() throws {
        let value = Everything()
        let data = try GraphEncoder().encode(codable: value)
        #expect(try GraphDecoder().decode(Everything.self, codable: data) == value)
    }

    private struct Numbers: Codable, Equatable {
        var everything = Everything()
        var short = [1, 2]
        var long = Array(1...20)
        var doubles = [0.5, 1.5]
        var floats: [Float] = [0.25]
        var wide: [[Double]] = [(1...20).map(Double.init), []]
    }

    @Test func whatAnEncoderWritesWithAnyOptionCanBeRead() throws {
        let value = Numbers()
        for options in GraphEncoder.Options.singlesAndPairs {
            let bytes: Bytes = try GraphEncoder(options).encode(codable: value)
            #expect(try GraphDecoder().decode(Numbers.self, codable: bytes) == value, "\(options)")
            let flattened = try CyclicEncoder().flatten(value)
            let archive = try GraphEncoder(options).encode(flattened) as Bytes
            let container = try GraphDecoder().decode(FlattenedContainer.self, from: archive)
            #expect(try CyclicDecoder().decode(Numbers.self, from: container) == value, "\(options)")
        }
    }

    @Test(arguments: [GraphCodec.none, .zlib, .lz4]) func aGraphGoesIntoACompressedArchive(codec: GraphCodec) throws {
        let data = try GraphEncoder().encode(CodableValue(makeQueue()), codec: codec) as Data
        let decoded = try GraphDecoder().decode(CodableValue<ActionQueue>.self, fromArchive: data).value
        #expect(decoded.actions.allSatisfy { $0.queue[] === decoded })
        let flattened = try CyclicEncoder().flatten(makeQueue())
        let other = try GraphEncoder().encode(flattened, codec: codec) as Data
        let container = try GraphDecoder().decode(FlattenedContainer.self, fromArchive: other)
        #expect("\(container)" == "\(flattened)")
        #expect(try CyclicDecoder().decode(ActionQueue.self, from: container).actions.count == 2)
    }

    @Test func aGraphIsSavedAndLoaded() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).graphz")
        defer { try? FileManager.default.removeItem(at: url) }
        try GraphEncoder().save(CodableValue(makeQueue()), to: url, codec: .zlib)
        let decoded = try GraphDecoder().load(CodableValue<ActionQueue>.self, from: url).value
        #expect(decoded.actions.allSatisfy { $0.queue[] === decoded })
    }

    @Test func codableValuesAreFieldsOfGCodableTypes() throws {
        let shared = Helper()
        let pages = [
            Page(title: "a", helper: shared, settings: ["x": [1, 2]]),
            Page(title: "b", helper: Helper(), settings: [:]),
            Page(title: "c", helper: shared, settings: ["y": []]),
        ]
        let bytes = try GraphEncoder().encode(pages) as Bytes
        let decoded = try GraphDecoder().decode([Page].self, from: bytes)
        #expect(decoded.map(\.settings) == pages.map(\.settings))
        #expect(decoded[0].helper === decoded[2].helper)
        #expect(decoded[0].helper !== decoded[1].helper)
    }

    @Test func registeredTypesOfAnotherTypeAreRefused() throws {
        let (encoder, decoder) = (GraphEncoder(), GraphDecoder())
        let value = CodableValue([Animal]())
        let archive: Bytes = try encoder.encode(value)
        // This compiles, but is a plain array.
        encoder.userInfo[.registeredTypes] = [Bird.self]
        decoder.userInfo[.registeredTypes] = [Bird.self]
        #expect(throws: (any Error).self) { try encoder.encode(value) as Bytes }
        #expect(throws: (any Error).self) { try decoder.decode(CodableValue<[Animal]>.self, from: archive) }
        encoder.userInfo[.registeredTypes] = [Bird.self] as RegisteredTypes
        decoder.userInfo[.registeredTypes] = [Bird.self] as RegisteredTypes
        _ = try decoder.decode(CodableValue<[Animal]>.self, from: encoder.encode(value) as Bytes)
    }

    @Test func registeredClassesAreKeptInArchives() throws {
        let animals = [Animal(name: "Rex", age: 1), Bird(name: "Tux", age: 2)]
        let data = try GraphEncoder().encode(codable: animals, types: [Bird.self])
        let decoded = try GraphDecoder().decode([Animal].self, codable: data, types: [Bird.self])
        #expect(decoded[1] is Bird)
        expectError(CyclicCodingError.self, .typeNotRegistered) {
            try GraphDecoder().decode([Animal].self, codable: data)
        }
    }

    @Test func sameGraphGivesSameBytes() throws {
        let value = [Thing(helper: Helper()), Thing(helper: Helper())]
        let first: Bytes = try GraphEncoder().encode(codable: value)
        let second: Bytes = try GraphEncoder().encode(codable: value)
        #expect(first == second)
    }

    @Test func everyTruncationAndFlippedByteIsAnErrorOrAnotherGraph() throws {
        let bytes: Bytes = try GraphEncoder().encode(codable: makeQueue())
        for count in 0..<bytes.count {
            #expect(throws: (any Error).self) {
                try GraphDecoder().decode(ActionQueue.self, codable: bytes.prefix(count))
            }
        }
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << bit
                // A raw archive has no checksum; it must only never crash.
                _ = try? GraphDecoder().decode(ActionQueue.self, codable: damaged)
            }
        }
    }
}
