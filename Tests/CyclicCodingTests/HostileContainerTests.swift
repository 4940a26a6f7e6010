import CyclicCoding
import Foundation
import GraphCodable
import Testing

/// A value that is nothing but more of its kind.
private struct Nest: Codable {
    var inner: [Nest]

    init(from decoder: any Decoder) throws {
        inner = try decoder.singleValueContainer().decode([Nest].self)
    }
}

/// A value between the instances of a class.
private final class Box: Codable, Sendable {
    let shelf: Shelf
}

private struct Shelf: Codable, Sendable {
    let boxes: [Box]
}

/// Looks at every letter of a text.
private struct LetterCount: Codable {
    var count: Int

    init(from decoder: any Decoder) throws {
        count = try decoder.singleValueContainer().decode(String.self).count
    }
}

/// Tries three things that fail before each that does not.
private final class Prober: Codable, @unchecked Sendable {
    var next: Prober?
    var failureCount = 0
    enum CodingKeys: CodingKey { case next, number }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        next = try container.decodeIfPresent(Prober.self, forKey: .next)
        failureCount += (try? container.decode(Bool.self, forKey: .number)) == nil ? 1 : 0
        failureCount += (try? container.decode([Int].self, forKey: .number)) == nil ? 1 : 0
        failureCount += (try? container.decode(Prober.self, forKey: .number)) == nil ? 1 : 0
    }

    func encode(to encoder: any Encoder) throws {}
}

/// A tree as an archive holds it, but with an identity, which makes it stand behind a reference.
private struct SharedTree: GEncodable, GIdentifiable {
    let level: Int
    var gcodableID: Int? { level }

    func encode(to encoder: any GEncoder) throws {
        if level == 0 {
            try encoder.encode(UInt8(0))
        } else {
            try encoder.encode(UInt8(8))
            try encoder.encode([SharedTree(level: level - 1), SharedTree(level: level - 1)])
        }
    }
}

private struct SharedContainer: GEncodable {
    enum Key: String { case referenced, root }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode([SharedTree(level: 0)], for: Key.referenced)
        try encoder.encode(SharedTree(level: 60), for: Key.root)
    }
}

/// Containers that no encoder makes. Each would take minutes, gigabytes or the whole stack, were nothing counted.
struct HostileContainerTests {
    private func container(_ objects: [String], _ root: String) throws -> FlattenedContainer {
        let json = #"{"format": 1, "referenced": [\#(objects.joined(separator: ","))], "root": \#(root)}"#
        return try JSONDecoder().decode(FlattenedContainer.self, from: Data(json.utf8))
    }

    private func reference(_ number: Int) -> String { ##"{"#": \##(number)}"## }

    /// The error that decoding ends with, on a small stack.
    private func error<Root: Decodable & Sendable>(
        _ type: Root.Type, _ objects: [String], _ root: String, policy: GraphDecodingPolicy = GraphDecodingPolicy()
    ) throws -> CyclicCodingError {
        let container = try container(objects, root)
        return try onSmallStack {
            try #require(throws: CyclicCodingError.self) {
                _ = try CyclicDecoder(policy: policy).decode(type, from: container)
            }
        }
    }

    private func decodeList(_ container: FlattenedContainer, policy: GraphDecodingPolicy) throws -> Int {
        try onSmallStack {
            var (count, nest) = (0, try CyclicDecoder(policy: policy).decode(Nest.self, from: container))
            while let inner = nest.inner.first {
                (count, nest) = (count + 1, inner)
            }
            return count
        }
    }

    @Test func deepArraysInJSONNeedNoStack() throws {
        let json =
            #"{"referenced": [], "root": \#(String(repeating: "[", count: 240) + String(repeating: "]", count: 240))}"#
        let deepest =
            #"{"referenced": [], "root": \#(String(repeating: "[", count: 510) + String(repeating: "]", count: 510))}"#
        let decoded = try onSmallStack {
            let container = try JSONDecoder().decode(FlattenedContainer.self, from: Data(json.utf8))
            let data = try JSONEncoder().encode(container)
            #expect(try JSONDecoder().decode(FlattenedContainer.self, from: data) == container)
            _ = try JSONDecoder().decode(FlattenedContainer.self, from: Data(deepest.utf8))
            return container
        }
        // An array and the value that it is read as count.
        #expect(try decodeList(decoded, policy: GraphDecodingPolicy()) == 239)
        #expect(throws: CyclicCodingError.self) { try decodeList(decoded, policy: .strict) }
        let tooDeep =
            #"{"referenced": [], "root": \#(String(repeating: "[", count: 600) + String(repeating: "]", count: 600))}"#
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(FlattenedContainer.self, from: Data(tooDeep.utf8))
        }
    }

    @Test func arraysThatDoubleAtEachLevelAreRefused() throws {
        let objects = (1...40).map { $0 < 40 ? "[\(reference($0)), \(reference($0))]" : "[]" }
        #expect(try error(Nest.self, objects, reference(0)).code == .limitExceeded)
    }

    @Test func aLargeArrayThatIsReadAgainAndAgainIsRefused() throws {
        let large = "[\(Array(repeating: "[]", count: 300).joined(separator: ","))]"
        let uses = "[\(Array(repeating: reference(0), count: 600).joined(separator: ","))]"
        #expect(try error([[[Int]]].self, [large], uses).code == .limitExceeded)
        #expect(try error([[[[Int]]]].self, ["[\(large)]"], uses).code == .limitExceeded)
    }

    @Test func aLongTextThatIsReadAgainAndAgainIsRefused() throws {
        let text = #""\#(String(repeating: "9", count: 100_000))""#
        let uses = "[\(Array(repeating: reference(0), count: 1_000).joined(separator: ","))]"
        #expect(try error([LetterCount].self, [text], uses).code == .limitExceeded)
    }

    @Test func chainsOfReferencesThatAreFollowedAgainAndAgainAreRefused() throws {
        let count = 4_000
        let objects = (1...count).map { $0 < count ? reference($0) : "1" }
        let root = "[\((0..<count).map(reference).joined(separator: ","))]"
        let found = try error([Int].self, objects, root)
        #expect(found.code == .limitExceeded)
        #expect(found.message.contains("decode them as the classes that were encoded"))
    }

    @Test func valuesThatContainThemselvesThroughObjectsInPlaceAreRefused() throws {
        let shelf = #"{"boxes": [{"shelf": \#(reference(0))}]}"#
        #expect(try error(Shelf.self, [shelf], reference(0)).code == .depthExceeded)
        let knot = try container([#"{"shelf": {"boxes": [\#(reference(0))]}}"#], reference(0))
        #expect(throws: DecodingError.self) { try CyclicDecoder().decode(Box.self, from: knot) }
    }

    @Test func failuresInDeepObjectsAreCheap() throws {
        let count = 5_000
        let objects = (1...count).map {
            $0 < count ? #"{"next": \#(reference($0)), "number": "x"}"# : #"{"number": "x"}"#
        }
        let container = try container(objects, reference(0))
        let decoded = try onSmallStack {
            var (failures, next) = (0, try CyclicDecoder().decode(Prober.self, from: container) as Prober?)
            while let prober = next {
                (failures, next) = (failures + prober.failureCount, prober.next)
                prober.next = nil
            }
            return failures
        }
        #expect(decoded == 3 * count)
    }

    @Test func longPathsShowTheirEnds() throws {
        let count = 1_000
        let objects = (1...count).map { $0 < count ? #"{"next": \#(reference($0)), "number": 1}"# : #"{"next": 1}"# }
        let container = try container(objects, reference(0))
        let error = try #require(throws: DecodingError.self) {
            try CyclicDecoder().decode(Prober.self, from: container)
        }
        guard case .typeMismatch(_, let context) = error else { return }
        #expect(context.codingPath.count == 65)
        #expect(context.codingPath.filter { $0.stringValue == "…" }.count == 1)
    }

    @Test func thePolicyLimitsObjects() throws {
        var policy = GraphDecodingPolicy()
        policy.maximumObjectCount = 3
        let found = try error([Box].self, Array(repeating: "1", count: 4), "[]", policy: policy)
        #expect(found.code == .limitExceeded)
        #expect(found.message.contains("maximumObjectCount"))
    }

    @Test func thePolicyOfAGraphDecoderHoldsForCodableValues() throws {
        var nested: [[[[[Int]]]]] = []
        for _ in 0..<2 { nested.append([[[[1, 2]]]]) }
        let data = try GraphEncoder().encode(codable: nested)
        var policy = GraphDecodingPolicy()
        #expect(try GraphDecoder(policy: policy).decode([[[[[Int]]]]].self, codable: data) == nested)
        policy.maximumDepth = 4
        for types in [nil, [] as RegisteredTypes] {
            #expect(throws: (any Error).self) {
                try GraphDecoder(policy: policy).decode([[[[[Int]]]]].self, codable: data, types: types)
            }
        }
    }

    @Test func anArchiveWhoseValuesShareOthersIsRefused() throws {
        let bytes: Bytes = try GraphEncoder().encode(SharedContainer())
        #expect(bytes.count < 2_000)
        let error = try #require(throws: GraphCodableError.self) {
            try GraphDecoder().decode(FlattenedContainer.self, from: bytes)
        }
        #expect(error.code == .malformed)
        #expect(error.message.contains("where the value itself was expected"))
    }

    // MARK: Equal hashes

    private func sets(of count: Int, _ element: String) -> String {
        "[\(Array(repeating: element, count: count).joined(separator: ","))]"
    }

    @Test func elementsWithEqualHashesAreLimited() throws {
        // None equals another one, and all have the same hash.
        let nan = ##"{"#double":"nan"}"##
        for policy in [GraphDecodingPolicy(), .strict] {
            #expect(try error(Set<Double>.self, [], sets(of: 3_000, nan), policy: policy).code == .limitExceeded)
            let pairs = sets(of: 3_000, nan + ",1")
            let found = try error([Double: Int].self, [], pairs, policy: policy)
            #expect(found.code == .limitExceeded)
            #expect(found.message.contains("equal hashes"))
            // Many small sets are no better than a large one; nor is a set that stands behind a reference.
            let many = "[\(Array(repeating: reference(0), count: 300).joined(separator: ","))]"
            #expect(try error([Set<Double>].self, [sets(of: 300, nan)], many, policy: policy).code == .limitExceeded)
            let few = try container([sets(of: 300, nan)], "[\(reference(0)),\(reference(0))]")
            #expect(try CyclicDecoder(policy: policy).decode([Set<Double>].self, from: few).map(\.count) == [300, 300])
        }
    }

    /// To compare two of these sets, each element is compared with others of the other set.
    @Test func setsOfSetsWithEqualHashesAreLimited() throws {
        let set = sets(of: 20, ##"{"#double":"nan"}"##)
        for policy in [GraphDecodingPolicy(), .strict] {
            #expect(try error(Set<Set<Double>>.self, [], sets(of: 600, set), policy: policy).code == .limitExceeded)
            let few = try container([], sets(of: 20, set))
            #expect(try CyclicDecoder(policy: policy).decode(Set<Set<Double>>.self, from: few).count == 20)
        }
    }

    @Test func largeSetsAndDictionariesAreWhatTheyWere() throws {
        let numbers = Set((0..<5_000).map { Double($0) / 8 })
        let points = Dictionary(uniqueKeysWithValues: numbers.map { ($0, "\($0)") })
        let flattened = try CyclicEncoder().flatten(numbers)
        #expect(try CyclicDecoder(policy: .strict).decode(Set<Double>.self, from: flattened) == numbers)
        let flattenedPoints = try CyclicEncoder().flatten(["a": points])
        #expect(try CyclicDecoder().decode([String: [Double: String]].self, from: flattenedPoints) == ["a": points])
        // The standard library takes the last of equal keys, and refuses a key without a value.
        let equal = try container([], sets(of: 40, "1.5,2"))
        #expect(try CyclicDecoder().decode([Double: Int].self, from: equal) == [1.5: 2])
        let odd = try container([], sets(of: 41, "1.5"))
        #expect(throws: DecodingError.self) { try CyclicDecoder().decode([Double: Int].self, from: odd) }
    }

    // MARK: Policies

    @Test func policiesThatAllowFewTypesAllowValuesWithKeys() throws {
        let archive: Bytes = try GraphEncoder().encode(CodableValue(Shelf(boxes: [])))
        let decoder = GraphDecoder(policy: .strict)
        #expect(try decoder.decode(CodableValue<Shelf>.self, from: archive).value.boxes.isEmpty)
    }

    @Test func manySmallContainersInOneArchiveCostTogether() throws {
        // Each of them is allowed by itself: 2^15 arrays of a few bytes.
        let objects = (1...15).map { $0 < 15 ? "[\(reference($0)), \(reference($0))]" : "[]" }
        let one = try container(objects, reference(0))
        #expect(try decodeList(one, policy: .strict) == 14)
        let few: Bytes = try GraphEncoder().encode(Array(repeating: one, count: 2))
        let many: Bytes = try GraphEncoder().encode(Array(repeating: one, count: 100))
        let error = try onSmallStack {
            _ = try GraphDecoder(policy: .strict).decode([CodableValue<Nest>].self, from: few)
            return try #require(throws: (any Error).self) {
                _ = try GraphDecoder(policy: .strict).decode([CodableValue<Nest>].self, from: many)
            }
        }
        #expect(
            (error as? GraphCodableError)?.code == .limitExceeded
                || (error as? CyclicCodingError)?.code == .limitExceeded)
    }

    @Test func thePolicyLimitsInitializersInsideOneAnother() throws {
        let count = 200
        let objects = (1...count).map { $0 < count ? #"{"next": \#(reference($0))}"# : "{}" }
        var policy = GraphDecodingPolicy()
        policy.maximumInitializerDepth = 150
        let found = try error(Prober.self, objects, reference(0), policy: policy)
        #expect(found.code == .depthExceeded)
        #expect(found.message.contains("maximumInitializerDepth"))
        policy.maximumInitializerDepth = 3 * count
        let container = try container(objects, reference(0))
        #expect(try CyclicDecoder(policy: policy).decode(Prober.self, from: container).next?.next != nil)
    }

    /// Values of different kinds in turn, deep inside.
    private func mixedJSON(_ values: [String], count: Int, depth: Int) -> Data {
        let list = (0..<count).map { values[$0 % values.count] }.joined(separator: ",")
        let root = String(repeating: "[", count: depth) + "[\(list)]" + String(repeating: "]", count: depth)
        return Data(#"{"format": 1, "referenced": [], "root": \#(root)}"#.utf8)
    }

    @Test func thePolicyInUserInfoLimitsReadingJSON() throws {
        let kinds = ["1.5", "[]", "true", #""""#, "{}"]
        let decoder = JSONDecoder()
        for (policy, depth) in [(GraphDecodingPolicy(), 200), (.strict, 80)] {
            decoder.userInfo[.decodingPolicy] = policy
            _ = try decoder.decode(FlattenedContainer.self, from: mixedJSON(kinds, count: 100, depth: depth))
            let json = mixedJSON(kinds, count: 3_000, depth: depth)
            let error = try #require(throws: CyclicCodingError.self) {
                _ = try decoder.decode(FlattenedContainer.self, from: json)
            }
            #expect(error.code == .limitExceeded)
            #expect(
                error.message == "Many values of different kinds are nested deeply, which takes too long to read.")
        }
    }

    @Test func kindsThatAreGuessedCostNothingAtAnyDepth() throws {
        let decoder = JSONDecoder()
        decoder.userInfo[.decodingPolicy] = GraphDecodingPolicy.strict
        let record = #"{"a": "x", "b": 1, "c": [1, 2.5, -3], "d": [["k", 1], ["l", 2]], "e": {"f": null, "g": true}}"#
        for kinds in [["1.5"], [#""key""#, "7"], [record]] {
            _ = try decoder.decode(FlattenedContainer.self, from: mixedJSON(kinds, count: 3_000, depth: 100))
        }
    }

    @Test func numbersAndTextsKeepTheirKinds() throws {
        let texts = [
            "0", "1", "-5", "9223372036854775807", "18446744073709551615", "1.5", "1e3", "true", #""1""#, #""nan""#,
        ]
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        for first in texts {
            for second in texts {
                let json = #"{"format": 1, "referenced": [], "root": [\#(first), \#(first), \#(second), \#(first)]}"#
                let container = try decoder.decode(FlattenedContainer.self, from: Data(json.utf8))
                let expected = "[\(first), \(first), \(second), \(first)]".replacing("1e3", with: "1000")
                #expect("\(container)".replacing("\n", with: "").replacing("  ", with: " ").contains(expected))
            }
        }
    }
}
