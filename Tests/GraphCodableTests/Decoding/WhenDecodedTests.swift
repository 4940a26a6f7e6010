import GraphCodable
import TestSupport
import Testing

/// Notes what happens to it while it is decoded.
final class Witness: GCodable {
    var name: String
    var neighbour: Witness?
    var events: [String] = []
    private enum Key: String { case name, neighbour }

    init(_ name: String) {
        self.name = name
    }

    init(from decoder: GDecoder) throws {
        name = try decoder.decode(for: Key.name)
        try decoder.whenDecoded { self.events.append("first call, neighbour \(self.neighbour?.name ?? "unknown")") }
        try decoder.deferDecode(for: Key.neighbour) { self.neighbour = $0 }
        try decoder.whenDecoded { [name] in
            guard name != "rejected" else { throw GraphCodableError(.valueOutOfRange, "It was rejected.") }
            self.events.append("second call, neighbour \(self.neighbour?.name ?? "unknown")")
        }
    }

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(name, for: Key.name)
        try encoder.encode(neighbour, for: Key.neighbour)
    }
}

@Suite struct WhenDecodedTests {
    @Test func callsAreMadeInTheirOrderWhenAllValuesAreSet() throws {
        let witness = Witness("a")
        witness.neighbour = Witness("b")
        witness.neighbour?.neighbour = witness
        defer { witness.neighbour = nil }
        let decoded = try GraphDecoder().decode(Witness.self, from: GraphEncoder().encode(witness) as Bytes)
        #expect(decoded.events == ["first call, neighbour b", "second call, neighbour b"])
        #expect(decoded.neighbour?.events == ["first call, neighbour a", "second call, neighbour a"])
        decoded.neighbour = nil
    }

    @Test func anErrorOfACallEndsTheDecoding() throws {
        let bytes = try GraphEncoder().encode(Witness("rejected")) as Bytes
        expectError(GraphCodableError.self, .valueOutOfRange) {
            try GraphDecoder().decode(Witness.self, from: bytes)
        }
    }

    @Test func aCallAskedForTooLateIsAnError() throws {
        struct Late: GCodable {
            init() {}

            init(from decoder: GDecoder) throws {
                try decoder.whenDecoded { try decoder.whenDecoded {} }
            }

            func encode(to encoder: GEncoder) throws {}
        }
        let bytes = try GraphEncoder().encode(Late()) as Bytes
        expectError(GraphCodableError.self, .misuse) { try GraphDecoder().decode(Late.self, from: bytes) }
    }
}
