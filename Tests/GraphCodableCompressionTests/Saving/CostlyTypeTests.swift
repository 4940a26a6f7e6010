import Foundation
import GraphCodable
import GraphCodableCompression
import Testing

/// What a save accepts can be loaded with the same limits, also if the types in it take much work for few bytes.
struct CostlyTypeTests {
    private func checkSave<Value: GCodable & Sendable>(_ value: Value, verifying: SaveVerification) async throws {
        try await inTemporaryFolder { folder in
            let path = folder + "/file"
            do {
                try await GraphEncoder().save(value, to: path, verifying: verifying)
            } catch let error as GraphContainerError where error.code == .limitExceeded {
                #expect(!FileManager.default.fileExists(atPath: path))
                return
            }
            _ = try await GraphDecoder().load(Value.self, from: path, backups: 0)
        }
    }

    @Test(arguments: [false, true]) func whatIsSavedCanBeLoaded(isVerified: Bool) async throws {
        let verifying: SaveVerification = isVerified ? .decoding(with: GraphDecoder()) : false
        let url = try #require(URL(string: "https://example.com/a"))
        let long = try #require(URL(string: "https://example.com/" + String(repeating: "a", count: 10_000)))
        try await checkSave([CharacterSet](repeating: .alphanumerics, count: 196), verifying: verifying)
        try await checkSave([URL](repeating: long, count: 980), verifying: verifying)
        try await checkSave([URL](repeating: url, count: 60_000), verifying: verifying)
        try await checkSave([Locale](repeating: Locale(identifier: "fr_FR"), count: 8_000), verifying: verifying)
        var components = URLComponents()
        components.path = "/" + String(repeating: "a", count: 1_000)
        try await checkSave([URLComponents](repeating: components, count: 2_000), verifying: verifying)
    }

    /// Readers allow a cost for each byte that arrives, so values that compress well are not compressed everywhere.
    @Test(arguments: [GraphCodec.zlib, .lz4]) func valuesThatCompressWellCanBeLoaded(codec: GraphCodec) async throws {
        try await checkCompressed(Data(count: 4 << 20), codec)
        try await checkCompressed([String](repeating: String(repeating: "long ", count: 20), count: 30_000), codec)
    }

    private func checkCompressed<Value: GCodable & Sendable & Equatable>(
        _ value: Value, _ codec: GraphCodec
    ) async throws {
        var policy = GraphDecodingPolicy()
        // 6 MiB for small archives. Both values cost more, with their raw archive.
        policy.maximumCostPerByte = 3
        let (encoder, decoder) = (GraphEncoder(policy: policy), GraphDecoder(policy: policy))
        let archives: [Bytes] = try [1, 3].map { threads in
            let options = GraphContainerWritingOptions(blockSizeLog2: 16, threadCount: threads)
            return try encoder.encode(value, codec: codec, options: options)
        }
        #expect(archives[0] == archives[1])
        #expect(try decoder.decode(Value.self, fromArchive: archives[0]) == value)
        let raw: Bytes = try encoder.encode(value)
        #expect(archives[0].count < raw.count * 2 / 3)

        var chunks: Bytes = []
        for try await chunk in try encoder.chunks(of: value, codec: codec) { chunks += chunk }
        #expect(try decoder.decode(Value.self, fromArchive: chunks) == value)
        try await inTemporaryFolder { folder in
            for verifying in [false, .decoding(with: decoder)] as [SaveVerification] {
                let path = folder + "/file"
                try await encoder.save(value, to: path, codec: codec, verifying: verifying)
                #expect(try await decoder.load(Value.self, from: path) == value)
            }
            let path = folder + "/encoded"
            try await encoder.save(encoded: raw, to: path, codec: codec)
            #expect(try await decoder.load(Value.self, from: path) == value)
            try GraphContainer.recode(
                from: .path(path), to: .path(path), codec: codec == .zlib ? .lz4 : .zlib,
                readingOptions: GraphContainerReadingOptions(policy: policy))
            #expect(try await decoder.load(Value.self, from: path) == value)
            #expect(try contents(of: path).count < raw.count * 2 / 3)
        }
    }

    @Test func blocksThatAreLargerThanAnArchiveCostNothing() throws {
        let archive: Bytes = try GraphEncoder(policy: .strict).encode(
            String(repeating: "hello ", count: 1_000), codec: .zlib, options: .init(blockSizeLog2: 24))
        #expect(archive.count < 1_000)
    }

    /// Only a verification knows which locales are new.
    @Test func aVerificationKnowsWhatTheEncoderDoesNot() async throws {
        let values = (0..<400).map { number in
            var calendar = Calendar(identifier: .gregorian)
            calendar.locale = Locale(identifier: "de_DE@a=\(number)")
            return calendar
        }
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let encoder = GraphEncoder(policy: .strict)
        try await encoder.save(values, to: path)
        await #expect(throws: GraphCodableError.self) {
            try await GraphDecoder(policy: .strict).load([Calendar].self, from: path, backups: 0)
        }
        await #expect(throws: GraphContainerError.self) { try await encoder.save(values, to: path, verifying: true) }
    }
}
