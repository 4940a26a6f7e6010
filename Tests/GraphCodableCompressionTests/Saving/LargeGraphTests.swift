import Foundation
import GraphCodable
import GraphCodableCompression
import TestSupport
import Testing

struct LargeGraphTests {
    final class Station: GCodable {
        let number: Int
        let name: String
        var next: Station?
        var line: Station?

        private enum Key: String { case number, name, next, line }

        init(_ number: Int) {
            self.number = number
            name = "station \(number % 1_000)"
        }

        init(from decoder: GDecoder) throws {
            number = try decoder.decode(for: Key.number)
            name = try decoder.decode(for: Key.name)
            next = try decoder.decode(for: Key.next)
            try decoder.deferDecode(for: Key.line) { self.line = $0 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(number, for: Key.number)
            try encoder.encode(name, for: Key.name)
            try encoder.encode(next, for: Key.next)
            try encoder.encode(line, for: Key.line)
        }
    }

    private static let count = Torture.count(20_000, torture: 100_000)

    /// Stations in a row, each on the line of one of a hundred: shared, cyclic, and deep.
    nonisolated(unsafe) static let stations: [Station] = {
        let stations = (0..<count).map { Station($0) }
        for (index, station) in stations.enumerated() {
            station.next = index + 1 < stations.count ? stations[index + 1] : nil
            station.line = stations[index % 100]
        }
        return stations
    }()

    @Test(arguments: [GraphCodec.none, .zlib, .lz4])
    func aDeepGraphOfSeveralBlocksIsSavedAndLoaded(codec: GraphCodec) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "stations-\(UUID()).graphz")
        defer { try? FileManager.default.removeItem(at: file) }
        let options = GraphContainerWritingOptions(blockSizeLog2: 16)
        try GraphEncoder().save(Self.stations[0], to: file, codec: codec, options: options)
        #expect(try GraphContainerFile(file.path).summary.blockCount > 2)
        let first = try GraphDecoder().load(Station.self, from: file)
        var loaded: [Station] = []
        var station: Station? = first
        while let current = station {
            loaded.append(current)
            station = current.next
        }
        #expect(loaded.count == Self.count)
        let isRight = zip(loaded, Self.stations).allSatisfy { copy, original in
            copy.number == original.number && copy.name == original.name
                && copy.line === loaded[original.number % 100]
        }
        #expect(isRight)
        for station in loaded {
            station.next = nil
            station.line = nil
        }
    }
}
