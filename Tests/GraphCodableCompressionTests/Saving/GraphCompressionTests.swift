import Foundation
import GraphCodable
@testable import GraphCodableCompression
import Testing

struct GraphCompressionTests {
    final class Place: GCodable {
        let name: String
        let numbers: [Double]
        var neighbours: [Place] = []

        private enum Key: String {
            case name, numbers, neighbours
        }

        init(_ name: String, numbers: [Double]) {
            self.name = name
            self.numbers = numbers
        }

        required init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            numbers = try decoder.decode(for: Key.numbers)
            try decoder.deferDecode(for: Key.neighbours) { self.neighbours = $0 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encode(numbers, for: Key.numbers)
            try encoder.encode(neighbours, for: Key.neighbours)
        }
    }

    static let codecs: [GraphCodec] = [.none, .zlib, .zlib(level: 9), .lz4, .lz4(level: 9)]

    /// Places in a cycle, each with a neighbour on both sides.
    static func circle(_ count: Int) -> [Place] {
        let places = (0..<count).map { Place("place \($0)", numbers: [Double($0), 0.5]) }
        for (number, place) in places.enumerated() {
            place.neighbours = [places[(number + 1) % count], places[(number + count - 1) % count]]
        }
        return places
    }

    static func expectCircle(_ places: [Place], _ count: Int) {
        #expect(places.count == count)
        for (number, place) in places.enumerated() {
            guard place.name == "place \(number)", place.numbers == [Double(number), 0.5], place.neighbours.count == 2,
                place.neighbours[0] === places[(number + 1) % count],
                place.neighbours[1] === places[(number + count - 1) % count]
            else {
                Issue.record("place \(number) is not as it was")
                return
            }
        }
    }

    @Test(arguments: codecs) func aGraphComesBackFromEveryCodec(codec: GraphCodec) throws {
        for count in [1, 3, 4_000] {
            let root = Self.circle(count)
            let data = try GraphEncoder().encode(root, codec: codec) as Data
            Self.expectCircle(try GraphDecoder().decode([Place].self, fromArchive: data), count)
            let bytes = try GraphEncoder().encode(root, codec: codec) as Bytes
            #expect(bytes == Bytes(data))
            Self.expectCircle(try GraphDecoder().decode([Place].self, fromArchive: bytes), count)
        }
    }

    @Test func thePayloadIsTheRawArchive() throws {
        let root = Self.circle(100)
        let raw = try GraphEncoder().encode(root) as Bytes
        for codec in Self.codecs {
            let archive = try GraphEncoder().encode(root, codec: codec) as Bytes
            #expect(try decompressed(archive) == raw)
        }
    }

    @Test func aRawArchiveIsDecodedByTheSameFace() throws {
        let root = Self.circle(50)
        let raw = try GraphEncoder().encode(root) as Bytes
        Self.expectCircle(try GraphDecoder().decode([Place].self, fromArchive: raw), 50)
        try withTemporaryFolder { folder in
            try write(raw, to: folder + "/old.graph")
            Self.expectCircle(try GraphDecoder().load([Place].self, from: folder + "/old.graph"), 50)
        }
    }

    @Test func anythingElseIsRefused() {
        #expect(code { try GraphDecoder().decode(Int.self, fromArchive: Bytes()) } == .truncated)
        #expect(code { try GraphDecoder().decode(Int.self, fromArchive: Bytes([1, 2, 3])) } == .notAnArchive)
        let json = Data("{\"a\": 1, \"b\": 2}".utf8)
        #expect(code { try GraphDecoder().decode(Int.self, fromArchive: json) } == .notAnArchive)
    }

    @Test(arguments: codecs) func aGraphIsSavedAndLoaded(codec: GraphCodec) throws {
        try withTemporaryFolder { folder in
            let url = URL(filePath: folder).appending(path: "Städte und Straßen.graphz")
            for count in [1, 4_000] {
                try GraphEncoder().save(Self.circle(count), to: url, codec: codec)
                Self.expectCircle(try GraphDecoder().load([Place].self, from: url), count)
                let encoded = try GraphEncoder().encode(Self.circle(count), codec: codec) as Bytes
                #expect(try contents(of: url.path(percentEncoded: false)) == encoded)
            }
            #expect(try names(in: folder) == ["Städte und Straßen.graphz"])
        }
    }

    @Test func aURLMustNameAFile() throws {
        let url = try #require(URL(string: "https://example.org/a.graphz"))
        #expect(code { try GraphEncoder().save(1, to: url) } == .invalidArgument)
        #expect(code { try GraphDecoder().load(Int.self, from: url) } == .invalidArgument)
    }

    @Test func aGraphThatCannotBeEncodedLeavesTheOldFile() throws {
        struct Stubborn: GEncodable {
            struct Refusal: Error {}

            func encode(to encoder: GEncoder) throws { throw Refusal() }
        }
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            try GraphEncoder().save(1, to: path)
            #expect(throws: Stubborn.Refusal.self) { try GraphEncoder().save(Stubborn(), to: path) }
            #expect(try GraphDecoder().load(Int.self, from: path) == 1)
            #expect(try names(in: folder) == ["file"])
        }
    }

    @Test func aGraphIsLoadedFromAPipe() throws {
        let archive = try GraphEncoder().encode([1, 2, 3], codec: .lz4) as Data
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: archive)
        try pipe.fileHandleForWriting.close()
        let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        #expect(try GraphDecoder().load([Int].self, from: path) == [1, 2, 3])
    }

    @Test func whateverCallFailsWhileLoadingIsAnError() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            let root = Self.circle(5000)
            try GraphEncoder().save(root, to: path, codec: .zlib)
            let options = GraphContainerReadingOptions()
            let plain = FaultySystem()
            _ = try GraphDecoder().load([Place].self, from: SystemPath(path), options: options, system: plain)
            for failing in 0..<plain.calls.count - 1 {
                let system = FaultySystem { number, _ in number == failing ? .error(EIO) : nil }
                let result = code {
                    try GraphDecoder().load([Place].self, from: SystemPath(path), options: options, system: system)
                }
                #expect(result == .fileFailure, "\(plain.calls[failing]) failed")
                #expect(system.openCount == 0)
            }
            let difficult = FaultySystem { number, _ in number % 3 == 0 ? .error(EINTR) : nil }
            Self.expectCircle(
                try GraphDecoder().load([Place].self, from: SystemPath(path), options: options, system: difficult), 5000
            )
        }
    }
}
