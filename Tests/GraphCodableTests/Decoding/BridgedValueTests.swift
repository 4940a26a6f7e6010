import Foundation
import GraphCodable
import TestSupport
import Testing

/// An archive chooses the type of a value that is decoded as a protocol type. The runtime converts some values to objects of
/// Foundation if a class is requested, and URL components without a URL end the program there.
struct BridgedValueTests {
    final class Node: GCodable {
        init(from decoder: GDecoder) {}
        func encode(to encoder: GEncoder) {}
    }

    protocol Shape: AnyObject, GCodable {}
    protocol Part: GCodable {}

    private struct Root<Value>: GDecodable {
        let value: Value
        init(from decoder: GDecoder) throws { value = try decoder.decode(any: Value.self) }
    }

    private struct Written: GEncodable {
        let value: any GCodable
        let isInArray: Bool
        func encode(to encoder: GEncoder) throws {
            if isInArray { try encoder.encode(any: [value]) } else { try encoder.encode(any: value) }
        }
    }

    private static var components: [URLComponents] {
        ["//", "a", ""].map {
            var components = URLComponents()
            components.path = $0
            return components
        }
    }

    private func decoded<Value>(_ type: Value.Type, _ value: any GCodable, isInArray: Bool = false) throws -> Value {
        let archive = try GraphEncoder().encode(Written(value: value, isInArray: isInArray)) as Bytes
        return try GraphDecoder().decode(Root<Value>.self, from: archive).value
    }

    private func isRefused<Value>(_ type: Value.Type, _ value: any GCodable, isInArray: Bool = false) {
        let error = #expect(throws: GraphCodableError.self) { try decoded(type, value, isInArray: isInArray) }
        // Elements of arrays and dictionaries have their types, but not the collection.
        #expect(error?.code == .wrongClass || error?.code == .typeMismatch, "\(type) \(value)")
    }

    @Test func componentsDoNotBecomeObjects() {
        for value in Self.components {
            isRefused(Node.self, value)
            isRefused(Node?.self, value)
            isRefused(NSObject.self, value)
            isRefused(NSObject?.self, value)
            isRefused(AnyObject.self, value)
            isRefused((any Shape).self, value)
            isRefused((any Shape)?.self, value)
            isRefused((any Part).self, value)
            isRefused([Node].self, value, isInArray: true)
            isRefused([any Shape].self, value, isInArray: true)
            isRefused([Node?].self, value, isInArray: true)
        }
    }

    @Test func collectionsOfComponentsDoNotBecomeObjects() {
        for value in Self.components {
            for collection in [[value], ["a": value], Set([value]), [Set([value])], Set([[value]])] as [any GCodable] {
                isRefused(Node.self, collection)
                isRefused(NSObject?.self, collection)
                isRefused((any Shape).self, collection)
                isRefused([Node].self, collection)
                isRefused([NSObject].self, collection)
                isRefused(Set<NSObject>.self, collection)
                isRefused([String: NSObject].self, collection)
            }
        }
    }

    @Test func collectionsOfComponentsAreDecodedAsWhatTheyAre() throws {
        for value in Self.components {
            #expect(try decoded((any GCodable).self, Set([value])) as? Set<URLComponents> == [value])
            #expect(try decoded(Set<URLComponents>.self, Set([value])) == [value])
            #expect(try decoded(Any.self, Set([[value]])) as? Set<[URLComponents]> == [[value]])
        }
    }

    @Test func decimalNumbersDoNotBecomeObjects() throws {
        let value = Decimal(1)
        isRefused(AnyObject.self, value)
        isRefused(NSNumber.self, value)
        isRefused(Node?.self, Set([value]))
        #expect(try decoded(Any.self, value) as? Decimal == value)
        #expect(try decoded((any GCodable).self, value) as? Decimal == value)
        #expect(try decoded(Decimal?.self, value) == value)
    }

    @Test func componentsAreDecodedAsWhatTheyAre() throws {
        for value in Self.components {
            #expect(try decoded(URLComponents.self, value) == value)
            #expect(try decoded(URLComponents?.self, value) == value)
            #expect(try decoded((any GCodable).self, value) as? URLComponents == value)
            #expect(try decoded(Any.self, value) as? URLComponents == value)
            #expect(try decoded([any GCodable].self, value, isInArray: true).first as? URLComponents == value)
        }
    }
}
