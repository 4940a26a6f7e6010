import GraphCodable
import Testing

/// A suite with texts of errors.
protocol ErrorTextTable {
    /// Each text with what leads to it. `T.` stands for the names of the types in the suites.
    static var table: [(text: String, body: () throws -> Void)] { get }
}

extension ErrorTextTable {
    static func decoding<Root: GDecodable>(
        _ type: Root.Type, _ value: some GEncodable, policy: GraphDecodingPolicy = GraphDecodingPolicy()
    ) -> () throws -> Void {
        { _ = try GraphDecoder(policy: policy).decode(type, from: try GraphEncoder().encode(value) as Bytes) }
    }

    static func reading<Root: GDecodable>(_ type: Root.Type, _ bytes: Bytes) -> () throws -> Void {
        { _ = try GraphDecoder().decode(type, from: bytes) }
    }

    static func encoding(_ value: some GEncodable) -> () throws -> Void {
        { _ = try GraphEncoder().encode(value) as Bytes }
    }

    static func description(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "nothing was thrown"
        } catch {
            return "\(error)".replacing(/GraphCodableTests\.(Type)?ErrorTextTests\./, with: "T.")
        }
    }

    static func expectTexts() {
        for (text, body) in table {
            #expect(description(body) == text)
        }
    }
}
