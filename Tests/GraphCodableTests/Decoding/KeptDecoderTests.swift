import Foundation
import Testing

@testable import GraphCodable

/// A decoder that is used when it must not be, in whatever state it is.
struct KeptDecoderTests {
    enum Key: String { case number, absent }

    /// Every call of a decoder.
    static let calls: [(String, @Sendable (any GDecoder) throws -> Void)] = [
        ("decode(for:)", { _ = try $0.decode(for: Key.number) as Int }),
        ("decode()", { _ = try $0.decode() as Int }),
        ("decode of an object", { _ = try $0.decode(for: Key.number) as Kept }),
        ("decode of an array", { _ = try $0.decode() as [String] }),
        ("decodeIfPresent(for:)", { _ = try $0.decodeIfPresent(for: Key.number) as Int? }),
        ("decode(for:default:)", { _ = try $0.decode(for: Key.number, default: 1) }),
        ("contains", { _ = try $0.contains(Key.number) }),
        ("deferDecode(for:)", { try $0.deferDecode(for: Key.number) { (_: Int) in } }),
        ("deferDecode", { try $0.deferDecode { (_: Int) in } }),
        ("whenDecoded", { try $0.whenDecoded {} }),
        ("decode(any:for:)", { _ = try $0.decode(any: Any.self, for: Key.number) }),
        ("decode(any:)", { _ = try $0.decode(any: [Any].self) }),
        ("undecodedKeys", { _ = try $0.undecodedKeys }),
        ("encodedVersion", { _ = try $0.encodedVersion }),
        ("replacedType", { _ = try $0.replacedType }),
    ]

    /// What happens to the decoder of an initializer.
    final class Plan: @unchecked Sendable {
        static let key = CodingUserInfoKey(rawValue: "plan").unsafelyUnwrapped

        struct Refusal: Error {}

        enum Moment: CaseIterable {
            case afterwards, whileAnotherIsDecoded, inDeinitializer, whenDecoded, inDeferredValue, whileASetIsMade
        }

        let moment: Moment
        let isFailing: Bool
        var decoder: (any GDecoder)?
        /// The calls that did not throw `misuse`.
        var wrong: [String] = []
        var uses = 0

        init(_ moment: Moment, isFailing: Bool) { (self.moment, self.isFailing) = (moment, isFailing) }

        func use(_ decoder: any GDecoder) {
            uses += 1
            for (name, call) in KeptDecoderTests.calls {
                do {
                    try call(decoder)
                    wrong.append(name)
                } catch {
                    if (error as? GraphCodableError)?.code != .misuse { wrong.append("\(name): \(error)") }
                }
            }
            if decoder.unkeyedCount != 0 { wrong.append("unkeyedCount") }
            _ = decoder.userInfo
        }
    }

    final class Kept: GCodable, Hashable {
        var plan: Plan?
        var decoder: (any GDecoder)?
        var other: Kept?
        init() {}
        init(from decoder: any GDecoder) throws {
            guard let plan = decoder.userInfo[Plan.key] as? Plan else { throw Plan.Refusal() }
            self.plan = plan
            switch plan.moment {
            case .afterwards: plan.decoder = decoder
            case .whileAnotherIsDecoded:
                if let kept = plan.decoder, kept !== decoder { plan.use(kept) }
                plan.decoder = decoder
            case .inDeinitializer: self.decoder = decoder
            case .whenDecoded: try decoder.whenDecoded { [unowned decoder] in plan.use(decoder) }
            case .inDeferredValue, .whileASetIsMade:
                try decoder.deferDecode(for: Key.number) { [unowned decoder] (_: Int) in plan.use(decoder) }
            }
            if plan.moment != .inDeferredValue, plan.moment != .whileASetIsMade {
                let number: Int = try decoder.decode(for: Key.number)
                #expect(number == 7)
            }
        }
        deinit {
            if let decoder { plan?.use(decoder) }
        }
        func encode(to encoder: any GEncoder) throws { try encoder.encode(7, for: Key.number) }
        static func == (left: Kept, right: Kept) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    struct Root: GCodable {
        let object: Kept?
        let set: Set<Kept>
        init(_ moment: Plan.Moment) {
            object = moment == .whileASetIsMade ? nil : Kept()
            set = moment == .whileASetIsMade ? [Kept(), Kept()] : []
        }
        init(from decoder: any GDecoder) throws {
            (object, set) = (try decoder.decode(), try decoder.decode())
            let more: [Int] = try decoder.decode()
            #expect(more == [1, 2])
            if let plan = decoder.userInfo[Plan.key] as? Plan, plan.isFailing { throw Plan.Refusal() }
        }
        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(object)
            try encoder.encode(set)
            try encoder.encode([1, 2])
        }
    }

    @Test func everyCallOutsideOfAnInitializerIsRefused() throws {
        for moment in Plan.Moment.allCases {
            for isFailing in [false, true] {
                // With one decoder, and with one for each call.
                for isShared in [false, true] {
                    try check(moment, isFailing: isFailing, isShared: isShared)
                }
            }
        }
    }

    private func check(_ moment: Plan.Moment, isFailing: Bool, isShared: Bool) throws {
        let archive = try GraphEncoder().encode(Root(moment)) as Bytes
        let plan = Plan(moment, isFailing: isFailing)
        let shared = GraphDecoder()
        for _ in 1...3 {
            let decoder = isShared ? shared : GraphDecoder()
            decoder.userInfo[Plan.key] = plan
            do {
                _ = try decoder.decode(Root.self, from: archive)
                #expect(!isFailing)
            } catch {
                #expect(error is Plan.Refusal)
            }
            if let kept = plan.decoder { plan.use(kept) }
        }
        let isCalled = !isFailing || (moment != .whenDecoded && moment != .inDeferredValue)
        #expect(plan.uses > 0 || !isCalled, "\(moment), fails: \(isFailing)")
        #expect(plan.wrong == [], "\(moment), fails: \(isFailing), shared: \(isShared)")
        plan.decoder = nil
    }

    @Test func aDecoderOfBytesThatAreNoArchiveIsUsable() throws {
        let decoder = GraphDecoder()
        for bytes in [[], [1, 2, 3], Array(repeating: 0, count: 100)] as [Bytes] {
            #expect(throws: GraphCodableError.self) { try decoder.decode(Int.self, from: bytes) }
            #expect(try decoder.decode(Int.self, from: GraphEncoder().encode(7) as Bytes) == 7)
        }
    }
}
