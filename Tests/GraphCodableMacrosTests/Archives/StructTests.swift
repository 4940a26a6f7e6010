#if Macros
import Foundation
import GraphCodableMacros
import Testing

@GCodable
struct Point: Equatable {
    var x = 0.0
    var y: Double
    let name: String?
    let kind = "point"
    @CodableIgnored var cache = 7
    var length: Double { x * x + y * y }
    var watched = 1 { didSet { cache += 1 } }
    static let origin = 0
    @CodableIgnored lazy var text = "\(x)"
    let a, b: Int
    var `default` = [Int]()
}

@GCodable
public struct Pair<First, Second: Hashable> {
    public var first: First
    var second: [Second]
    private let count: Int

    init(_ first: First, _ second: [Second]) {
        self.first = first
        self.second = second
        count = second.count
    }
}

extension Pair: Equatable where First: Equatable {}

/// The requirements of the other parameter, and of an associated type, say nothing about `T`.
@GCodable
struct Row<T: Collection, Tail> where Tail: GCodable, T.Index: GCodable {
    var first: T
    var rest: Tail
}

/// What belongs to the parameter is archived, and the parameter is not, nor another type's member of its name.
@GCodable
struct Selection<Model: Identifiable, Item> where Model.ID: GCodable {
    var ids: Set<Model.ID> = []
    var item: Box.Item?

    enum Box {
        @GCodable struct Item { var number = 1 }
    }
}

@GCodable
struct Phantom<Tag>: Equatable {
    var number: Int
}

enum Kilometre {}

struct Identified: Identifiable { var id = 1 }

struct Outside {
    @GCodable
    fileprivate struct Nested: Equatable {
        fileprivate var values: Set<String> = ["a"]
        private(set) var date = Date(timeIntervalSince1970: 0)
    }

    fileprivate var nested = Nested()
}

@propertyWrapper
struct Clamped: Equatable {
    private var value: Int
    let range: ClosedRange<Int>

    init(wrappedValue: Int, _ range: ClosedRange<Int>) {
        self.range = range
        value = min(max(wrappedValue, range.lowerBound), range.upperBound)
    }

    var wrappedValue: Int {
        get { value }
        set { value = min(max(newValue, range.lowerBound), range.upperBound) }
    }
}

@propertyWrapper
struct Even: Equatable {
    private var half: Int

    init(wrappedValue: Int) { half = wrappedValue / 2 }

    var wrappedValue: Int {
        get { half * 2 }
        set { half = newValue / 2 }
    }
}

@GCodable
struct Volume: Equatable {
    @Clamped(0...10) var left = 3
    @Even var right: Int
    var title: String
}

protocol Figure: GCodable { var corners: Int { get } }

@GCodable
struct Square: Figure, Equatable {
    var side = 1.0
    var corners: Int { 4 }
}

@GCodable
struct Drawing {
    var main: any Figure
    var others: [any Figure]
    var background: (any Figure)?
    var named: [String: any Figure] = [:]
}

@GCodable
struct HalfByHand: Equatable {
    var number: Int

    init(number: Int) { self.number = number }

    init(from decoder: any GDecoder) throws {
        number = try decoder.decode(for: GCodableKey.number) + 1
    }
}

@GCodable
struct Empty: Equatable {}

@GCodable
struct Both: GCodable, Codable, Equatable {
    var number = 3
}

struct StructTests {
    @Test func everyKindOfPropertyComesBackOrKeepsItsInitialValue() throws {
        var point = Point(x: 1, y: 2, name: "p", cache: 9, a: 4, b: 5)
        point.default = [8]
        point.watched = 6
        let back = try copy(point)
        #expect(back.x == 1 && back.y == 2 && back.name == "p" && back.a == 4 && back.b == 5 && back.default == [8])
        #expect(back.cache == 7 && back.kind == "point" && back.watched == 6)
        #expect(try copy(Point(y: 0, name: nil, a: 1, b: 2)).name == nil)
    }

    @Test func aGenericStructureRequiresOfItsParametersWhatItStores() throws {
        let pair = Pair(["a": [1.5]], [1, 2])
        #expect(try copy(pair) == pair)
        #expect(try copy(Row(first: [1, 2], rest: "end")).first == [1, 2])
        #expect(try copy(Phantom<Kilometre>(number: 3)).number == 3)
        #expect(try copy(Selection<Identified, Kilometre>(ids: [4])).ids == [4])
    }

    @Test func nestedStructuresComeBack() throws {
        let nested = Outside().nested
        #expect(try copy(nested) == nested)
        #expect(try copy(Empty()) == Empty())
        #expect(try copy(Both(number: 4)) == Both(number: 4))
    }

    @Test func wrappedPropertiesComeBackThroughTheirWrappers() throws {
        var volume = Volume(left: 8, right: 9, title: "v")
        #expect(volume.right == 8)
        #expect(try copy(volume) == volume)
        volume.left = 99
        #expect(try copy(volume).left == 10)
    }

    @Test func valuesOfProtocolTypesComeBack() throws {
        Square.register()
        let drawing = Drawing(
            main: Square(side: 2), others: [Square(side: 3)], background: nil, named: ["a": Square(side: 4)])
        let back = try copy(drawing)
        #expect(back.main as? Square == Square(side: 2) && back.others.count == 1 && back.background == nil)
        #expect(back.named["a"] as? Square == Square(side: 4))
    }

    @Test func whatTheProgramWritesItselfTakesThePlaceOfTheMacros() throws {
        let bytes = try GraphEncoder().encode(HalfByHand(number: 1)) as Bytes
        #expect(try GraphDecoder().decode(HalfByHand.self, from: bytes).number == 2)
    }
}
#endif
