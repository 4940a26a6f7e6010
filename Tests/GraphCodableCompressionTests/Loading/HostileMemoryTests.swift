import Foundation
import GraphCodable
@_spi(Fuzzing) @testable import GraphCodableCompression
import TestSupport
import Testing

/// Compressed archives of up to 1 MB that would take much memory, read with the default and the strict policy as they are, in
/// every way, on one thread and on 16. `make torture` tries larger ones, and measures the time, too.
///
/// Each raw archive is built from one structure again and again, so that it becomes as small as a codec can make it.
struct HostileMemoryTests {
    final class Word: GCodable {
        let text: String
        init(_ number: Int) { text = "object \(number)" }
        init(from decoder: GDecoder) throws { text = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(text) }
    }

    struct Nothing: GCodable {
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    /// Reads one of its values, and looks for another one.
    struct First: GDecodable {
        enum Key: String { case a }
        init(from decoder: GDecoder) throws {
            _ = try decoder.decodeIfPresent(for: Key.a) as Int?
            _ = try decoder.decode() as String
        }
    }

    /// A raw archive, and what reads it.
    struct Bomb {
        let name: String
        let plain: [UInt8]
        let read: (Reading) async throws -> Void

        init<Root: GDecodable>(_ name: String, _ type: Root.Type, _ plain: [UInt8]) {
            (self.name, self.plain) = (name, plain)
            read = { try await $0(type) }
        }
    }

    /// A way of reading a file.
    enum Way: CaseIterable {
        case decode, load, recover, pipe, await
    }

    struct Reading {
        let path: String
        let way: Way
        let policy: GraphDecodingPolicy
        let threads: Int

        func callAsFunction<Root: GDecodable>(_ type: Root.Type) async throws {
            let decoder = GraphDecoder(policy: policy)
            let options = GraphContainerReadingOptions(policy: policy, threadCount: threads)
            switch way {
            case .decode: _ = try decoder.decode(type, fromArchive: contents(of: path), options: options)
            case .load: try loadNow(type, with: decoder, options)
            case .await: _ = try await decoder.load(type, from: path, options: options)
            case .recover: _ = try await decoder.recover(type, from: path, options: options).root
            case .pipe:
                let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
                let pipe = Pipe()
                Thread.detachNewThread {
                    signal(SIGPIPE, SIG_IGN)
                    try? pipe.fileHandleForWriting.write(contentsOf: (try? file.readToEnd()) ?? Data())
                    try? pipe.fileHandleForWriting.close()
                }
                defer { try? pipe.fileHandleForReading.close() }
                let copy = Reading(
                    path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)", way: .load, policy: policy,
                    threads: threads)
                try copy.loadNow(type, with: decoder, options)
            }
        }

        /// Not the asynchronous method of the same name.
        private func loadNow<Root: GDecodable>(
            _ type: Root.Type, with decoder: GraphDecoder, _ options: GraphContainerReadingOptions
        ) throws {
            _ = try decoder.load(type, from: path, options: options)
        }
    }

    // MARK: Making them

    /// A raw archive of one record, or with the given bytes in place of its parts.
    static func archive(
        _ records: [UInt8], table: [UInt8]? = nil, directory: [UInt8] = [0, 0, 0]
    ) -> [UInt8] {
        let header = Array("\u{89}GRAPH\r\n".unicodeScalars.map { UInt8($0.value) }) + [1]
        let table = table ?? [1, 1] + FilterForm.varint(records.count * 2)
        return header + records + table + directory + FilterForm.varint(table.count).reversed()
            + FilterForm.varint(directory.count).reversed() + header.prefix(3).reversed()
    }

    /// An array of the same element again and again.
    static func array(_ element: [UInt8], size: Int) -> [UInt8] {
        let count = size / element.count
        let bytes = [0xCE] + FilterForm.varint(count) + [UInt8](copies: count, of: element)
        return archive(bytes, directory: [0, 1, 0, 1, 0x54, 1, 0, 0])
    }

    static func bombs(size: Int) -> [Bomb] {
        let zeros = [UInt8](repeating: 0, count: size)
        let text = [0x50] + [UInt8](repeating: 0x61, count: 16)
        let twos = [UInt8](repeating: 2, count: size / 2)
        let records = FilterForm.varint(size / 2) + FilterForm.varint(size / 2) + twos
        let binary = [0xD2] + FilterForm.varint(size) + zeros
        let references =
            [0x60, 0x80, 1, 0xCE] + FilterForm.varint(size / 2) + (0..<size).map { $0 % 2 == 0 ? 0x80 : 1 }
        // A type of two values without keys.
        let pair: [UInt8] = [0, 1, 0, 1, 0x54, 1, 11, 0, 0, 0, 0]
        return [
            Bomb("integers", [Int].self, array([0], size: size)),
            Bomb("nils", [[Int]?].self, array([0xC0], size: size)),
            Bomb("wide nils", [SIMD64<Double>?].self, array([0xC0], size: size)),
            Bomb("empty arrays", [[Int?]].self, array([0xCE, 0], size: size)),
            Bomb("arrays of one", [[Int?]].self, array([0xCE, 1, 0], size: size)),
            Bomb("packed arrays of one", [[UInt8]].self, array([0xD2, 1, 0], size: size)),
            Bomb("data of one byte", [Data].self, array([0xD2, 1, 0], size: size)),
            Bomb("texts", [String].self, array(text, size: size)),
            Bomb("dictionaries of one", [[Int: Int]].self, array([0xCF, 1, 0, 0], size: size)),
            Bomb("sets of one", [Set<Int>].self, array([0xD7, 1, 0, 0, 0, 0, 0, 0, 0, 0], size: size)),
            Bomb("composites", [Nothing].self, array([0x60], size: size)),
            Bomb("a set", Set<Int?>.self, array([0xC0], size: size)),
            Bomb("records", Int.self, archive(Array(zeros.prefix(size / 2)), table: records)),
            Bomb(
                "ids", Data.self,
                archive(binary, table: [1] + FilterForm.varint(size) + FilterForm.varint(binary.count * 2))),
            Bomb(
                "slots", Int.self,
                archive([0], directory: [0, 1, 0, 1, 0x54, 1] + FilterForm.varint(size << 2 | 2) + zeros + [0])),
            Bomb(
                "shapes", Int.self,
                archive([0], directory: [0, 1, 0, 1, 0x54] + FilterForm.varint(size / 2) + twosOfType(size / 2) + [0])),
            // Decoding fails, and the path to the error is found by the references.
            Bomb(
                "references", First.self,
                archive(
                    references + [0], table: [2, 2] + FilterForm.varint(references.count * 2) + [2], directory: pair)),
            Bomb(
                "values without keys", First.self,
                archive([0xE3, 0] + twos + twos + [0xE5], directory: [1, 1, 0x61, 1, 0, 1, 0x54, 1, 3, 0, 0])),
            Bomb("one text", String.self, archive([0xCD] + FilterForm.varint(size) + zeros)),
        ]
    }

    /// The ones of some hundred KB that once took gigabytes or many seconds, at their full size.
    static func fullBombs() -> [Bomb] {
        func nils(_ count: Int, noise: Int = 0) -> [UInt8] {
            let nils = [0xCE] + FilterForm.varint(count) + [UInt8](repeating: 0xC0, count: count)
            // An object that nobody requests keeps the archive from being as small as `.strict` refuses at once.
            var generator = SplitMix64(seed: 1)
            let last =
                [0xD2] + FilterForm.varint(noise)
                + (0..<noise).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let table = [2, 2] + FilterForm.varint(nils.count * 2) + FilterForm.varint(last.count * 2)
            return archive(nils + last, table: table)
        }
        let records = 45_000_000
        let table = FilterForm.varint(records) + FilterForm.varint(records) + [UInt8](repeating: 2, count: records)
        return [
            Bomb("500 million nils", [[Int]?].self, nils(500_000_000)),
            Bomb("as much as strict expands", [[Int]?].self, nils(65_000_000, noise: 620_000)),
            Bomb("index sets", [IndexSet].self, array([0xD7, 0], size: 58_000_000)),
            Bomb("time zones", [TimeZone].self, array([1], size: 19_000_000)),
            Bomb("sets", [Set<Int>].self, array([0xCE, 0], size: 28_000_000)),
            Bomb("date components", [DateComponents].self, array([0x60], size: 1_300_000)),
            Bomb("45 million records", Int.self, archive([UInt8](repeating: 0, count: records), table: table)),
        ]
    }

    /// Shapes without slots, each of type 0.
    private static func twosOfType(_ count: Int) -> [UInt8] {
        [0] + (1..<max(count, 1)).flatMap { _ in [1, 0] as [UInt8] }
    }

    /// The form of a full block whose streams are all constant: some bytes that stand for the most that may be.
    static func forms(blockSize: Int) -> [(name: String, form: [UInt8])] {
        func constant(_ kind: UInt8, _ count: Int, _ element: [UInt8]) -> FilterForm.Stream {
            FilterForm.Stream(kind: kind, coding: 1, count: count, body: element)
        }
        // Without a tail the form would be too small to be compressed.
        let tail = [UInt8](repeating: 0, count: 1_024)
        let size = blockSize - tail.count
        let (halves, quarters) = (size / 2, size / 4)
        return [
            ("leaves", [constant(0, size, [0xC0])]),
            ("references", [constant(0, halves, [0xF1]), constant(8, halves, [5, 0, 0, 0])]),
            ("texts", [constant(0, quarters, [0x43]), constant(2, 3 * quarters, [0x61])]),
            ("counts", [constant(0, halves, [0xE8]), constant(1, halves, [0])]),
            ("data", [constant(0, halves, [0xC3]), constant(3, halves, [7])]),
            (
                "rows",
                [constant(0, quarters, [0xF3]), constant(1, quarters, [2])]
                    + [constant(3, quarters, [2]), constant(3, quarters, [7])]
            ),
            ("all streams", Array(repeating: constant(0, 1, [0xC0]), count: 4_096)),
            ("too many streams", Array(repeating: constant(0, 1, [0xC0]), count: size / 4)),
        ].map { name, streams in
            var form = FilterForm(streams)
            form.nextID = 1
            form.tail = tail
            return (name, form.bytes)
        }
    }

    /// A container of blocks with the same form, which no codec makes larger than some hundred bytes.
    static func container(_ form: [UInt8], blockSizeLog2: Int, blocks: Int, _ codec: GraphCodec) throws -> [UInt8] {
        let blockSize = 1 << blockSizeLog2
        var forgery = try Forgery(compressed(Payload.text(200), codec, blockSizeLog2: blockSizeLog2))
        var block = forgery.sections[0]
        let inner = try Forgery(compressed(form, codec))
        block.payload = Array(Forgery.bytes(UInt64(form.count)).prefix(4)) + inner.sections[0].payload
        block.header.flags = SectionFlags.filtered
        block.header.plainSize = UInt32(blockSize)
        block.header.storedSize = UInt32(block.payload.count)
        forgery.header[10] = 1
        forgery.header.replaceSubrange(16..<24, with: Forgery.bytes(UInt64(blockSize * blocks)))
        forgery.sections.replaceSubrange(0..<1, with: Array(repeating: block, count: blocks))
        forgery.renumber()
        let end = forgery.sections.count - 1
        var payload = forgery.sections[end].payload
        payload.replaceSubrange(0..<8, with: Forgery.bytes(UInt64(blockSize * blocks)))
        forgery.setPayload(end, payload)
        return forgery.bytes
    }

    // MARK: Reading them

    #if compiler(>=6.2) && os(Linux)
    /// The bytes that reading a file may take, besides its own.
    static let promised: [(name: String, policy: GraphDecodingPolicy, byteCount: Int, seconds: Double)] = [
        ("strict", .strict, 100 << 20, 1), ("default", GraphDecodingPolicy(), 500 << 20, 5),
    ]

    /// Reads a file in one way, and returns what this took beyond the promise, or an error that is not the package's; `nil` if
    /// there is neither.
    private static func excess(
        _ name: String, _ reading: Reading, _ bomb: Bomb?, number: Int
    ) async throws -> String? {
        // What is promised for 1 MB grows in proportion.
        let size = try contents(of: reading.path).count
        let growth = max(1, Double(size) / 1_000_000)
        let allowed = Int(Double(promised[number].byteCount) * growth) + size
        let seconds = promised[number].seconds * growth
        var (message, isForeign) = ("", false)
        Usage.forgetLargestMemory()
        let usage = await Usage.measureProcess {
            do {
                if let bomb { try await bomb.read(reading) } else { try await reading([Int].self) }
            } catch {
                (message, isForeign) = ("\(error)", !(error is GraphCodableError || error is GraphContainerError))
            }
        }
        if ProcessInfo.processInfo.environment["VERBOSE"] != nil {
            print("\(promised[number].name) \(name) \(reading.way) \(reading.threads): \(usage) \(message)")
        }
        let isSlow = Torture.isOn && usage.seconds > seconds
        guard isForeign || usage.byteCount > allowed || isSlow else { return nil }
        let excess =
            "excess: \(promised[number].name), \(name), \(reading.way), \(reading.threads): \(usage), \(message)"
        print(excess)
        return excess
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["SANITIZER"] == nil))
    func whatArrivesBoundsMemory() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let size = Torture.count(1 << 20, torture: 60 << 20)
            var tried = 0
            try await inTemporaryFolder { folder in
                let path = folder + "/bomb.graphz"
                // Each way reads what is sound.
                try write(GraphEncoder().encode([1], codec: .zlib), to: path)
                for way in Way.allCases {
                    try await Reading(path: path, way: way, policy: .strict, threads: 16)([Int].self)
                }
                let bombs = HostileMemoryTests.bombs(size: size) + (Torture.isOn ? HostileMemoryTests.fullBombs() : [])
                for (place, bomb) in bombs.enumerated() {
                    let codec = compressingCodecs[place % compressingCodecs.count]
                    let filter = place % 3 == 2 ? GraphContainerFilter.fields : .none
                    try write(compressed(bomb.plain, codec, blockSizeLog2: 20, filter: filter), to: path)
                    tried += try await HostileMemoryTests.tryAll(bomb, path, place: place)
                }
            }
            Figure.print("compressed bombs of one structure, with the default and the strict policy", tried)
        }
        print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
    }

    /// Reads a file in several ways, and returns how often.
    private static func tryAll(_ bomb: Bomb, _ path: String, place: Int) async throws -> Int {
        var tried = 0
        for number in promised.indices {
            let ways = Torture.isOn ? Way.allCases : [Way.allCases[(place + number) % Way.allCases.count]]
            for way in ways {
                let threads = (place + tried) % 2 == 0 ? 1 : 16
                let reading = Reading(path: path, way: way, policy: promised[number].policy, threads: threads)
                #expect(try await excess(bomb.name, reading, bomb, number: number) == nil)
                tried += 1
            }
        }
        return tried
    }

    /// What waits takes memory, of which an archive may ask with a single byte. A debug build takes more stack.
    @Test(.enabled(if: Torture.isOn)) func whatIsDeferredIsBounded() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            try DeferringTypes.register()
            var tried = 0
            try await inTemporaryFolder { folder in
                let path = folder + "/bomb.graph"
                for (place, (bomb, _)) in DeferringTypes.bombs(size: 1_000_000).enumerated() {
                    try write(bomb.plain, to: path)
                    tried += try await HostileMemoryTests.tryAll(bomb, path, place: place)
                }
            }
            Figure.print("raw bombs of deferred values, with the default and the strict policy", tried)
        }
        print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["SANITIZER"] == nil))
    func filteredBlocksKeepTheBoundsWithAnyNumberOfThreads() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let log2 = Torture.isOn ? 24 : 18
            var tried = 0
            try await inTemporaryFolder { folder in
                let path = folder + "/bomb.graphz"
                for (place, (name, form)) in HostileMemoryTests.forms(blockSize: 1 << log2).enumerated() {
                    for (number, blocks) in [1, 3, 12].enumerated() {
                        let codec = compressingCodecs[(place + number) % compressingCodecs.count]
                        for codec in Torture.isOn ? compressingCodecs : [codec] {
                            let archive = try HostileMemoryTests.container(
                                form, blockSizeLog2: log2, blocks: blocks, codec)
                            try write(archive, to: path)
                            for promise in HostileMemoryTests.promised.indices {
                                let all = [(Way.load, 1), (.load, 16), (.recover, 16), (.pipe, 64)]
                                for (way, threads) in Torture.isOn ? all : [all[(place + number + promise) % 4]] {
                                    let reading = Reading(
                                        path: path, way: way, policy: HostileMemoryTests.promised[promise].policy,
                                        threads: threads)
                                    let excess = try await HostileMemoryTests.excess(
                                        "\(name), \(blocks) blocks", reading, nil, number: promise)
                                    #expect(excess == nil)
                                    tried += 1
                                }
                            }
                        }
                    }
                }
            }
            Figure.print("filtered bombs, on 1 and 16 threads", tried)
        }
        print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
    }
    #endif

    // MARK: What is allowed

    /// Many equal objects are very compressible, and must come back with the default policy.
    @Test func aMillionEqualValuesAndManyEqualObjectsComeBack() throws {
        let numbers = [Int?](repeating: nil, count: 1_000_000)
        let archive = try GraphEncoder().encode(numbers, codec: .zlib) as Bytes
        #expect(archive.count < 20_000)
        #expect(try GraphDecoder().decode([Int?].self, fromArchive: archive) == numbers)
        let objects = (0..<50_000).map { _ in Word(1) }
        let many = try GraphEncoder().encode(objects, codec: .zlib) as Bytes
        #expect(try GraphDecoder().decode([Word].self, fromArchive: many).count == 50_000)
    }

    /// Compressed completely, such an archive would have too few bytes for the memory that its records take.
    @Test func whatIsCompressedAfterEncodingCanBeLoaded() throws {
        let count = 9 << 20
        let binary = [0xD2] + FilterForm.varint(count) + [UInt8](repeating: 0, count: count)
        let table = [1] + FilterForm.varint(count / 2) + FilterForm.varint(binary.count * 2)
        let archive = try GraphContainer.compress(Self.archive(binary, table: table), codec: .zlib)
        #expect(archive.count < count / 2)
        #expect(try GraphDecoder().decode(Data.self, fromArchive: archive).count == count)
    }

    /// Nothing is saved that its readers would refuse: what decoding costs is compared with what is stored.
    @Test func whatCannotBeLoadedIsNotSaved() throws {
        let nils = [SIMD64<Double>?](repeating: nil, count: 85_500)
        let strict = GraphEncoder(policy: GraphDecodingPolicy(maximumCostPerByte: 21))
        // What has too few bytes when it is compressed is stored raw.
        let archive = try strict.encode(nils, codec: .zlib) as Bytes
        #expect(archive.count > 80_000)
        #expect(
            try GraphDecoder(policy: strict.policy).decode([SIMD64<Double>?].self, fromArchive: archive).count == 85_500
        )
        // No number of bytes allows more than the maximum. The raw archive of a compressed one counts as well.
        let cost = try strict.encodeWithCost(nils).cost
        let limited = GraphEncoder(policy: GraphDecodingPolicy(maximumMemory: UInt64(cost)))
        #expect(try limited.encode(nils).count > 80_000)
        let error = #expect(throws: GraphContainerError.self) { try limited.encode(nils, codec: .zlib) as Bytes }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.contains("Raise GraphDecodingPolicy.maximumMemory of the encoder") == true)
    }

    @Test func theMemoryOfOneDecodingIsLimited() throws {
        let archive = try GraphEncoder().encode((0..<100_000).map { "\($0)" }) as Bytes
        for (limit, isAllowed) in [(1_599_000, false), (1_700_000, true)] as [(UInt64, Bool)] {
            let decoder = GraphDecoder(policy: GraphDecodingPolicy(maximumMemory: limit))
            #expect(((try? decoder.decode([String].self, from: archive)) != nil) == isAllowed, "\(limit)")
        }
        let error = #expect(throws: GraphCodableError.self) {
            try GraphDecoder(policy: GraphDecodingPolicy(maximumMemory: 1_000)).decode([String].self, from: archive)
        }
        #expect(error?.message.contains("Raise GraphDecodingPolicy.maximumMemory") == true)
    }

    @Test func whatIsDeferredCosts() throws {
        try DeferringTypes.register()
        for (bomb, count) in DeferringTypes.bombs(size: 4_000) {
            func isAllowed(_ limit: Int) -> Bool {
                let decoder = GraphDecoder(policy: GraphDecodingPolicy(maximumMemory: UInt64(limit)))
                return (try? decoder.decode([DeferringTypes.Base].self, from: bomb.plain)) != nil
            }
            #expect(!isAllowed(count * 96) && isAllowed(1 << 21), "\(bomb.name)")
        }
    }

    /// What an encoder counts is what a decoder counts, or more: with the least policy that lets it encode it decodes, too.
    @Test func anEncoderCountsWhatADecoderCounts() throws {
        func check<Value: GCodable>(_ value: Value) throws {
            func archive(_ limit: UInt64) -> Bytes? {
                try? GraphEncoder(policy: GraphDecodingPolicy(maximumMemory: limit)).encode(value)
            }
            var (low, high) = (UInt64(0), UInt64(1) << 32)
            while low < high {
                let middle = (low + high) / 2
                if archive(middle) == nil { low = middle + 1 } else { high = middle }
            }
            let bytes = try #require(archive(low))
            // Which types are looked up, encoders do not know.
            let decoder = GraphDecoder(
                policy: GraphDecodingPolicy(maximumMemory: low, allowedTypes: .only([Word.self])))
            #expect(throws: Never.self, "\(Value.self) with \(low)") { try decoder.decode(Value.self, from: bytes) }
        }
        try check(1)
        try check("a text that takes memory of its own")
        try check(["short", "a text that takes memory of its own"])
        try check([[1, 2], [3]])
        try check([[Int?]](repeating: [nil, 1], count: 9))
        try check(Data(count: 100))
        try check([Data(count: 1), Data()])
        try check(["a": [1], "b": []])
        try check(Set(["a", "b"]))
        try check(Set([1.5, 2]))
        try check([Word(1), Word(2)])
        try check(Date())
        try check([UUID(), UUID()])
        try check(IndexSet([1, 2, 9]))
        try check([SIMD4<Float>(1, 2, 3, 4)])
        try check([true, false])
        try check([1...5, 2...3])
    }
}
