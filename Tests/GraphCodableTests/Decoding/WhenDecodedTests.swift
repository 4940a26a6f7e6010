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

struct WhenDecodedTests {
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

    // MARK: Values of one owner

    /// An object in a set that its owner defers, whose initializer needs a set with the owner.
    final class Member: GCodable, Hashable {
        let owners: Set<Owner>
        init(_ owner: Owner) { owners = [owner] }
        init(from decoder: GDecoder) throws { owners = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(owners) }
        static func == (left: Member, right: Member) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    final class Owner: GCodable, Hashable {
        var members: Set<Member> = []
        var note = Note()
        var others: Set<Member> = []
        init() {}
        init(from decoder: GDecoder) throws {
            try decoder.deferDecode { self.members = $0 }
            try decoder.deferDecode { self.note = $0 }
            try decoder.deferDecode { self.others = $0 }
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(members)
            try encoder.encode(note)
            try encoder.encode(others)
        }
        static func == (left: Owner, right: Owner) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// A value that defers something itself.
    struct Note: GCodable {
        final class Text { var text = "" }
        let text = Text()
        init() {}
        init(from decoder: GDecoder) throws {
            let text = text
            try decoder.whenDecoded { text.text += "decoded" }
        }
        func encode(to encoder: GEncoder) throws {}
    }

    @Test func aValueThatWaitsLeavesWhatAnotherValueOfItsOwnerDeferred() throws {
        // The set waits after its member's initializer has made the decoder decode the note.
        let owner = Owner()
        owner.members = [Member(owner)]
        owner.others = owner.members
        let copy = try GraphDecoder().decode(Owner.self, from: GraphEncoder().encode(owner) as Bytes)
        #expect(copy.note.text.text == "decoded")
        #expect(copy.members.count == 1 && copy.members.allSatisfy { copy.members.contains($0) && $0.owners == [copy] })
        #expect(copy.others == copy.members)
        for owner in [owner, copy] { (owner.members, owner.others) = ([], []) }
    }
}
