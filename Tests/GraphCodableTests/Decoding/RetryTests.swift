import GraphCodable
import Testing

/// A call of a decoder that throws leaves no trace, so that an initializer may try something else.
struct RetryTests {
    enum Key: String { case before, tried, after, absent }

    class Animal: GCodable {
        init() {}
        required init(from decoder: any GDecoder) throws {}
        func encode(to encoder: any GEncoder) throws {}
    }

    final class Cat: Animal {}
    final class Dog: Animal {}

    /// Refers to an object that defers, and then refuses.
    struct Refusing: GCodable {
        struct Refusal: Error {}
        init() {}
        init(from decoder: any GDecoder) throws {
            let child: Child = try decoder.decode()
            try Retry.count(decoder, in: child)
            let _: Int = try decoder.decode()
            throw Refusal()
        }
        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(Child())
            try encoder.encode(7)
        }
    }

    /// As ``Refusing``, but accepts.
    struct Accepting: GDecodable {
        let child: Child
        let number: Int
        init(from decoder: any GDecoder) throws { (child, number) = (try decoder.decode(), try decoder.decode()) }
    }

    final class Child: GCodable {
        init() {}
        init(from decoder: any GDecoder) throws { try Retry.count(decoder, in: self) }
        func encode(to encoder: any GEncoder) throws {}
    }

    struct Named: GCodable, GIdentifiable {
        var name: String
        var gcodableID: String? { name }
        init(_ name: String) { self.name = name }
        init(from decoder: any GDecoder) throws { name = try decoder.decode() }
        func encode(to encoder: any GEncoder) throws { try encoder.encode(name) }
    }

    /// Reads what ``Named`` wrote as a number.
    struct Numbered: GDecodable {
        init(from decoder: any GDecoder) throws { let _: Int = try decoder.decode() }
    }

    /// Where a value is in its composite.
    enum Place: CaseIterable {
        case keyed, unkeyed
    }

    /// What is around the value.
    enum Form: CaseIterable {
        case closed, open
    }

    /// What has been decoded before the value.
    enum Order: CaseIterable {
        case archive, lastFirst
    }

    /// A value, how it cannot be decoded, and how it can.
    struct Kind: @unchecked Sendable {
        let name: String
        let encode: (any GEncoder, Key?) throws -> Void
        let fail: (any GDecoder, Key?) throws -> Void
        let succeed: (any GDecoder, Key?) throws -> String
        /// How many deferred calls are left.
        var calls = 0

        init<Value: GEncodable, Wrong: GDecodable, Right: GDecodable>(
            _ name: String, _ value: @escaping () -> Value, not: Wrong.Type, but: Right.Type, calls: Int = 0,
            _ text: @escaping (Right) -> String
        ) {
            self.name = name
            encode = { encoder, key in try key.map { try encoder.encode(value(), for: $0) } ?? encoder.encode(value()) }
            fail = { decoder, key in let _: Wrong = try key.map { try decoder.decode(for: $0) } ?? decoder.decode() }
            succeed = { decoder, key in text(try key.map { try decoder.decode(for: $0) } ?? decoder.decode()) }
            self.calls = calls
        }

        init<Wrong, Right>(any value: @escaping () -> Right, not: Wrong.Type, _ text: String) {
            name = "any \(Right.self) as \(Wrong.self)"
            encode = { encoder, key in
                try key.map { try encoder.encode(any: value(), for: $0) } ?? encoder.encode(any: value())
            }
            fail = { decoder, key in
                _ = try key.map { try decoder.decode(any: Wrong.self, for: $0) } ?? decoder.decode(any: Wrong.self)
            }
            succeed = { decoder, key in
                let value =
                    try key.map { try decoder.decode(any: Right.self, for: $0) } ?? decoder.decode(any: Right.self)
                return "\(value)"
            }
        }
    }

    static let kinds: [Kind] = [
        Kind("string as integer", { "text" }, not: Int.self, but: String.self) { $0 },
        Kind("integer as string", { 1_000_000 }, not: String.self, but: Int.self) { "\($0)" },
        Kind("integer out of range", { 1_000 }, not: UInt8.self, but: Int.self) { "\($0)" },
        Kind("optional string", { "text" as String? }, not: Int?.self, but: String?.self) { "\($0 ?? "-")" },
        Kind("nil", { nil as String? }, not: Int.self, but: String?.self) { "\($0 ?? "-")" },
        Kind("strings as integers", { ["a", "b"] }, not: [Int].self, but: [String].self) { "\($0)" },
        Kind("integers as strings", { [1, 2] }, not: [String].self, but: [Int].self) { "\($0)" },
        Kind("dictionary", { ["a": 1] }, not: [String: String].self, but: [String: Int].self) { "\($0)" },
        Kind("object as another class", { Cat() as Animal }, not: Dog.self, but: Animal.self) { "\(type(of: $0))" },
        Kind("objects as another class", { [Dog(), Cat()] as [Animal] }, not: [Dog].self, but: [Animal].self) {
            "\($0.map { "\(type(of: $0))" })"
        },
        Kind("refusing structure", Refusing.init, not: Refusing.self, but: Accepting.self, calls: 1) { "\($0.number)" },
        Kind(
            "refusing structures", { [Refusing(), Refusing()] }, not: [Refusing].self, but: [Accepting].self, calls: 2
        ) {
            "\($0.map(\.number))"
        },
        Kind("value with identity", { Named("a") }, not: Numbered.self, but: Named.self) { $0.name },
        Kind(any: { Cat() as Animal as Any }, not: Dog.self, "Cat"),
        Kind(any: { 7 as Any }, not: String.self, "7"),
    ]

    /// Counts calls that were deferred and not dropped.
    final class Calls: @unchecked Sendable { var count = 0 }

    /// Decodes a value in vain, and then as what it is.
    final class Retry: GCodable {
        static let key = CodingUserInfoKey(rawValue: "trial").unsafelyUnwrapped

        struct Trial: Sendable {
            let kind: Kind
            let place: Place
            let form: Form
            let order: Order
            let calls = Calls()
        }

        var text = ""
        var next: Retry?

        init(_ next: Retry?) { self.next = next }

        static func trial(_ info: [CodingUserInfoKey: any Sendable]) throws -> Trial {
            try #require(info[key] as? Trial)
        }

        /// Defers a call that counts.
        static func count(_ decoder: any GDecoder, in object: Child) throws {
            let calls = try trial(decoder.userInfo).calls
            try decoder.whenDecoded { [object] in withExtendedLifetime(object) { calls.count += 1 } }
        }

        enum Chain: String { case next }

        init(from decoder: any GDecoder) throws {
            next = try decoder.decode(for: Chain.next)
            guard next == nil else { return }
            let trial = try Self.trial(decoder.userInfo)
            let key = trial.place == .keyed ? Key.tried : nil
            #expect(try decoder.decode(for: Key.before) as Int == 1)
            if trial.order == .lastFirst {
                #expect(try decoder.decode(for: Key.after) as Int == 2)
            }
            for _ in 1...2 {
                #expect(throws: (any Error).self) { try trial.kind.fail(decoder, key) }
                #expect(throws: (any Error).self) { try decoder.decode(for: Key.absent) as Int }
                #expect(throws: (any Error).self) {
                    try decoder.deferDecode(for: Key.absent) { (_: Int) in Issue.record() }
                }
            }
            text = try trial.kind.succeed(decoder, key)
            if trial.order == .archive {
                #expect(try decoder.decode(for: Key.after) as Int == 2)
            }
            var unkeyed: [Int] = []
            while decoder.unkeyedCount > 0 { unkeyed.append(try decoder.decode()) }
            #expect(unkeyed == (trial.form == .open ? Array(0..<40) : [0]))
            #expect(try decoder.undecodedKeys == [])
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(next, for: Chain.next)
            guard next == nil else { return }
            let trial = try Self.trial(encoder.userInfo)
            try encoder.encode(1, for: Key.before)
            try trial.kind.encode(encoder, trial.place == .keyed ? .tried : nil)
            for number in 0..<(trial.form == .open ? 40 : 1) { try encoder.encode(number) }
            try encoder.encode(2, for: Key.after)
        }
    }

    @Test func aCallThatThrowsConsumesNothing() throws {
        for kind in Self.kinds {
            for place in Place.allCases {
                for form in Form.allCases {
                    for order in Order.allCases {
                        let trial = Retry.Trial(kind: kind, place: place, form: form, order: order)
                        try check(trial, depth: 0)
                        try check(trial, depth: 1_000)
                    }
                }
            }
        }
    }

    private func check(_ trial: Retry.Trial, depth: Int) throws {
        let encoder = GraphEncoder()
        let decoder = GraphDecoder()
        encoder.userInfo[Retry.key] = trial
        decoder.userInfo[Retry.key] = trial
        let root = (0..<depth).reduce(Retry(nil)) { next, _ in Retry(next) }
        var node: Retry? = try decoder.decode(Retry.self, from: encoder.encode(root) as Bytes)
        var text: String?
        for start in [root, node] {
            node = start
            while let current = node {
                text = current.text
                node = current.next
                current.next = nil
            }
        }
        let what = "\(trial.kind.name), \(trial.place), \(trial.form), \(trial.order)"
        #expect(text?.isEmpty == false, "\(what)")
        #expect(trial.calls.count == trial.kind.calls, "\(what)")
        trial.calls.count = 0
    }

    // MARK: Objects that are older than the call

    /// Defers its friend, and is hashed by the friend's name.
    final class Member: GCodable, Hashable {
        let name: String
        var friend: Member?
        init(_ name: String) { self.name = name }
        init(from decoder: any GDecoder) throws {
            name = try decoder.decode()
            try decoder.deferDecode { self.friend = $0 }
        }
        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(name)
            try encoder.encode(friend)
        }
        static func == (left: Member, right: Member) -> Bool { left.name == right.name }
        func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(friend?.name)
        }
    }

    struct Club: GCodable {
        struct Closed: Error {}
        var members: Set<Member>
        var isOpen: Bool
        init(_ members: Set<Member>, isOpen: Bool) { (self.members, self.isOpen) = (members, isOpen) }
        init(from decoder: any GDecoder) throws {
            (members, isOpen) = (try decoder.decode(), try decoder.decode())
            if !isOpen { throw Closed() }
        }
        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(members)
            try encoder.encode(isOpen)
        }
    }

    struct Town: GCodable {
        var first: Member
        var club: Club?
        var friend: Member?
        init(_ first: Member, _ club: Club) { (self.first, self.club, friend) = (first, club, first.friend) }
        init(from decoder: any GDecoder) throws {
            first = try decoder.decode()
            club = try? decoder.decode()
            if club == nil { let _: Skipped = try decoder.decode() }
            friend = try decoder.decode()
        }
        struct Skipped: GDecodable { init(from decoder: any GDecoder) throws {} }
        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(first)
            try encoder.encode(club)
            try encoder.encode(friend)
        }
    }

    @Test func whatAnOlderObjectRefersToStaysTheSameObject() throws {
        let member = Member("a")
        member.friend = Member("b")
        let town = Town(member, Club([member], isOpen: false))
        let copy = try GraphDecoder().decode(Town.self, from: GraphEncoder().encode(town) as Bytes)
        #expect(copy.club == nil)
        #expect(copy.friend?.name == "b" && copy.friend === copy.first.friend)
    }

    // MARK: Values of any type

    struct Anything: GCodable {
        let value: Any
        let none: Any?
        init(_ value: Any) { (self.value, none) = (value, nil) }
        init(from decoder: any GDecoder) throws {
            value = try decoder.decode(any: Any.self)
            none = try decoder.decode(any: Any?.self)
        }
        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(any: value)
            try encoder.encode(any: none)
        }
    }

    @Test func aValueOfAnyTypeIsNoOptional() throws {
        let copy = try GraphDecoder().decode(Anything.self, from: GraphEncoder().encode(Anything(7)) as Bytes)
        #expect(type(of: copy.value) == Int.self && copy.value as? Int == 7 && copy.none == nil)
    }

    // MARK: What was there before

    final class Leaf: GCodable {
        init() {}
        init(from decoder: any GDecoder) throws {}
        func encode(to encoder: any GEncoder) throws {}
    }

    final class Branch: GCodable {
        var leaf: Leaf?
        init(_ leaf: Leaf) { self.leaf = leaf }
        init(from decoder: any GDecoder) throws { try decoder.deferDecode { self.leaf = $0 } }
        func encode(to encoder: any GEncoder) throws { try encoder.encode(leaf) }
    }

    struct RefusedBranch: GCodable {
        struct Refusal: Error {}
        let branch: Branch
        init(_ branch: Branch) { self.branch = branch }
        init(from decoder: any GDecoder) throws {
            branch = try decoder.decode()
            throw Refusal()
        }
        func encode(to encoder: any GEncoder) throws { try encoder.encode(branch) }
    }

    final class Tree: GCodable {
        weak var seen: Leaf?
        var branch: Branch
        init(_ branch: Branch) { (seen, self.branch) = (branch.leaf, branch) }
        init(from decoder: any GDecoder) throws {
            seen = try decoder.decode(for: Key.before)
            #expect((try? decoder.decode(for: Key.tried) as RefusedBranch) == nil)
            branch = try decoder.decode(for: Key.after)
        }
        func encode(to encoder: any GEncoder) throws {
            try encoder.encodeConditional(seen, for: Key.before)
            try encoder.encode(RefusedBranch(branch), for: Key.tried)
            try encoder.encode(branch, for: Key.after)
        }
    }

    @Test func whatAFailedCallRefersToStaysIfItWasThereBefore() throws {
        let tree = Tree(Branch(Leaf()))
        let copy = try GraphDecoder().decode(Tree.self, from: try GraphEncoder().encode(tree) as Bytes)
        #expect(copy.seen != nil && copy.seen === copy.branch.leaf)
    }
}
