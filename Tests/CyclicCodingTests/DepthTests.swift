import CyclicCoding
import Foundation
import GraphCodable
import TestSupport
import Testing

/// A node of a long list.
final class Link: Codable {
    var number: Int
    var next: Link?
    var previous = WeakCycleBreaker<Link>()
    var list: [Link] = []

    init(_ number: Int) {
        self.number = number
    }

    /// Makes a list, in which references alternate between a field and an array.
    static func makeList(_ count: Int) -> Link {
        let head = Link(0)
        var last = head
        for number in 1..<count {
            let link = Link(number)
            if number.isMultiple(of: 3) {
                last.list = [link]
            } else {
                last.next = link
            }
            link.previous[] = last
            last = link
        }
        return head
    }

    /// Takes a list apart, because releasing it from its head would overflow the stack.
    static func count(andRelease head: Link) -> Int {
        var count = 0
        var link: Link? = head
        while let current = link {
            guard current.number == count else { return -1 }
            count += 1
            link = current.next ?? current.list.first
            guard link == nil || link?.previous[] === current else { return -1 }
            current.next = nil
            current.list = []
        }
        return count
    }
}

/// A node that cannot be decoded when its number is negative.
final class FragileLink: Codable {
    var number: Int
    var next: FragileLink?

    init(_ number: Int) {
        self.number = number
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        number = try container.decode(Int.self, forKey: .number)
        next = try container.decodeIfPresent(FragileLink.self, forKey: .next)
        guard number >= 0 else { throw CocoaError(.coderInvalidValue) }
    }
}

/// Runs a closure on a thread with a small stack.
func onSmallStack<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    try onStack(of: 512 << 10, body)
}

/// Runs a closure on a thread with a stack of some bytes.
func onStack<Value: Sendable>(of size: Int, _ body: @escaping @Sendable () throws -> Value) throws -> Value {
    try onThread(stackSize: size, sanitizedSize: 2 << 20, body)
}

struct DepthTests {
    @Test func aListOfAnyLengthNeedsNoStack() throws {
        let count = Torture.count(30_000, torture: 1_000_000)
        let decoded = try onSmallStack {
            let head = Link.makeList(count)
            let bytes: Bytes = try GraphEncoder().encode(codable: head)
            guard Link.count(andRelease: head) == count else { return 0 }
            return Link.count(andRelease: try GraphDecoder().decode(Link.self, codable: bytes))
        }
        #expect(decoded == count)
    }

    @Test func aDeepGraphSurvivesJSON() throws {
        let decoded = try onSmallStack {
            let head = Link.makeList(10_000)
            let flattened = try CyclicEncoder().flatten(head)
            _ = Link.count(andRelease: head)
            let data = try JSONEncoder().encode(flattened)
            let container = try JSONDecoder().decode(FlattenedContainer.self, from: data)
            return Link.count(andRelease: try CyclicDecoder().decode(Link.self, from: container))
        }
        #expect(decoded == 10_000)
    }

    @Test func decodingThatFailsAtTheEndOfADeepGraphReleasesItSafely() throws {
        try onSmallStack {
            let count = Torture.count(30_000, torture: 1_000_000)
            let head = FragileLink(0)
            var last = head
            for number in 1..<count {
                let link = FragileLink(number)
                last.next = link
                last = link
            }
            last.number = -1
            defer {
                var next: FragileLink? = head
                while let current = next {
                    next = current.next
                    current.next = nil
                }
            }
            let flattened = try CyclicEncoder().flatten(head)
            #expect(throws: CocoaError.self) { try CyclicDecoder().decode(FragileLink.self, from: flattened) }
        }
    }

    @Test func valuesThatNestTooDeeplyAreAnErrorAndNotACrash() throws {
        indirect enum Nested: Codable {
            case end
            case more(Nested)
        }
        try onSmallStack {
            let error = #expect(throws: CyclicCodingError.self) {
                var value = Nested.end
                for _ in 0..<1_000 {
                    value = .more(value)
                }
                _ = try CyclicEncoder().flatten(value)
            }
            #expect(error?.code == .depthExceeded)
        }
    }
}
