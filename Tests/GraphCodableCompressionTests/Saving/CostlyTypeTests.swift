import Foundation
import GraphCodable
import GraphCodableCompression
import Testing

/// What a save accepts can be loaded with the same limits, also if the types in it take much work for few bytes.
@Suite struct CostlyTypeTests {
    private func isSavedOrLoaded<Value: GCodable & Sendable>(_ value: Value, verifying: SaveVerification) async throws {
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
        for count in [180, 200] {
            let sets = [CharacterSet](repeating: .alphanumerics, count: count)
            try await isSavedOrLoaded(sets, verifying: verifying)
            try await isSavedOrLoaded([URL](repeating: long, count: count * 5), verifying: verifying)
        }
        try await isSavedOrLoaded([URL](repeating: url, count: 60_000), verifying: verifying)
        try await isSavedOrLoaded([Locale](repeating: Locale(identifier: "fr_FR"), count: 8_000), verifying: verifying)
        var components = URLComponents()
        components.path = "/" + String(repeating: "a", count: 1_000)
        try await isSavedOrLoaded([URLComponents](repeating: components, count: 2_000), verifying: verifying)
    }

    /// Only a verification knows what units cost.
    @Test func aVerificationKnowsWhatTheEncoderDoesNot() async throws {
        let values = (0..<1_000).map { Measurement(value: 1, unit: Unit(symbol: "\($0 % 100)")) }
        try await isSavedOrLoaded(values, verifying: true)
        try await isSavedOrLoaded(values, verifying: .decoding(with: GraphDecoder(policy: .strict)))
    }
}
