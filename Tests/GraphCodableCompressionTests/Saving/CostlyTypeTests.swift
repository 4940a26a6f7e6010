import Foundation
import GraphCodable
import GraphCodableCompression
import Testing

/// What a save accepts can be loaded with the same limits, also if the types in it take much work for few bytes.
@Suite struct CostlyTypeTests {
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
