import Dispatch
import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// What several threads share: encoders and decoders, what is known of types, and the repository. `make sanitize` looks for
/// races here.
struct ConcurrencyTests {
    /// A type of its own for each number of nested arrays that it is made with.
    struct Box<Value: GCodable & Equatable>: GCodable, Equatable {
        let value: Value
        init(_ value: Value) { self.value = value }
        init(from decoder: GDecoder) throws { value = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(value) }
    }

    final class Node: GCodable {
        let number: Int
        let next: Node?
        init(_ number: Int, _ next: Node?) { (self.number, self.next) = (number, next) }
        init(from decoder: GDecoder) throws { (number, next) = (try decoder.decode(), try decoder.decode()) }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(number)
            try encoder.encode(next)
        }
    }

    /// Runs a closure on several threads at once, with the number of the thread.
    private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) -> [String] {
        let failures = Locked<[String]>([])
        DispatchQueue.concurrentPerform(iterations: count) { number in
            do {
                try body(number)
            } catch {
                failures.set(failures.get() + ["\(error)"])
            }
        }
        return failures.get()
    }

    @Test func anEncoderAndADecoderAreUsedFromSeveralThreads() {
        let encoder = GraphEncoder()
        let decoder = GraphDecoder()
        let failures = onThreads(4) { number in
            for round in 0..<50 {
                let chain = (0...round).reversed().reduce(nil as Node?) { Node($1 + number, $0) }
                var node: Node? = try decoder.decode(Node?.self, from: encoder.encode(chain) as Bytes)
                for expected in 0...round {
                    guard node?.number == expected + number else { throw CocoaError(.coderValueNotFound) }
                    node = node?.next
                }
            }
        }
        #expect(failures == [])
    }

    @Test func userInfoIsSetWhileOthersEncode() throws {
        let encoder = GraphEncoder()
        let decoder = GraphDecoder()
        let key = try #require(CodingUserInfoKey(rawValue: "number"))
        let failures = onThreads(4) { number in
            for round in 0..<50 {
                if number == 0 {
                    encoder.userInfo[key] = round
                    decoder.userInfo[key] = round
                } else {
                    let bytes = try encoder.encode([round, number]) as Bytes
                    guard try decoder.decode([Int].self, from: bytes) == [round, number] else {
                        throw CocoaError(.coderValueNotFound)
                    }
                }
            }
        }
        #expect(failures == [])
        #expect(encoder.userInfo[key] as? Int == 49)
    }

    @Test func typesAreMetBySeveralThreadsAtOnce() {
        @Sendable func check<Value: GCodable & Equatable & SendableMetatype>(_ value: Value, depth: Int) throws {
            let box = Box(value)
            let copy = try GraphDecoder().decode(Box<Value>.self, from: GraphEncoder().encode(box) as Bytes)
            guard copy == box else { throw CocoaError(.coderValueNotFound) }
            if depth > 0 {
                try check([value], depth: depth - 1)
            }
        }
        #expect(onThreads(4) { try check($0, depth: 10) } == [])
    }
}

extension RepositoryTests {
    @Test func typesAreRegisteredWhileOthersDecode() throws {
        GTypesRepository.initialize(mainModuleName: "")
        let failures = Locked<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { number in
            do {
                for _ in 0..<50 {
                    if number == 0 {
                        Cat.register()
                    } else {
                        let archive = try GraphEncoder().encode([Dog("Rex") as Animal]) as Bytes
                        _ = try GraphDecoder().decode([Animal].self, from: archive)
                    }
                }
            } catch {
                failures.set(failures.get() + ["\(error)"])
            }
        }
        #expect(failures.get() == [])
    }
}
