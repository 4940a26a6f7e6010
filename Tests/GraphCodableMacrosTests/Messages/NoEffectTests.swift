#if Macros && (os(Linux) || os(macOS))
import Foundation
import Testing

/// What the compiler says to attributes without effect, and to those that contradict each other: one message for each, in the
/// program's own source.
struct NoEffectTests {
    /// Each line with a comment gives one message, the text of the comment. The other lines give none.
    private static let source = #"""
        import GraphCodableMacros
        import Observation

        @propertyWrapper struct Held<Value> {
            var wrappedValue: Value
        }
        @propertyWrapper struct Counted {
            private var value = 0
            private var reads = 0
            init(wrappedValue: Int) { value = wrappedValue }
            var wrappedValue: Int {
                mutating get { reads += 1; return value }
                set { value = newValue }
            }
        }

        @GCodable
        struct Properties {
            @CodableIgnored static let shared = 1 // @CodableIgnored has no effect here: a static property is never archived.
            @CodableIgnored var computed: Int { 1 } // @CodableIgnored has no effect here: a computed property is never archived.
            @CodableIgnored @CodingKey("k") lazy var late = 1 // @CodingKey has no effect here: @CodableIgnored leaves the property out.
            @CodableDefault(3) let constant = 1 // @CodableDefault has no effect here: a constant with an initial value is never archived.
            @CodableIgnored @CodableAlias("a") var ignored = 1 // @CodableAlias has no effect here: @CodableIgnored leaves the property out.
            @CodableObserved var unobserved = 1 // @CodableObserved has no effect here: the property has no observers.
            @CodableWrapper var unwrapped = 1 // @CodableWrapper has no effect here: the property has no wrapper.
            @CodableFallback var fallback = 1 // @CodableFallback has no effect here: only a case of an enum can be the fallback.
            @CodableIgnored func method() {} // @CodableIgnored has no effect here: it belongs to a stored property.
            @CodableIgnored let ownConstant = 1
            @CodableIgnored lazy var ownLate = 1
            @CodingKey("kept") @CodableAlias("old") @CodableDefault(3) var kept: Int
            @CodableObserved @Held var observed = 1 { didSet {} }
        }

        @GCodable
        struct Keys {
            @CodableAlias("own") var own: Int // The alias 'own' is the property's own key. Aliases are the keys that it had before.
            @CodableAlias("a", "a") var twice: Int // The alias 'a' is listed twice.
            @CodingKey("b") @CodableAlias("b") var keyed: Int // The alias 'b' is the property's own key. Aliases are the keys that it had before.
            @CodableAlias("own") var other: Int // The alias 'own' is the key of another property.
            @CodingKey("own") var same: Int // The key 'own' is that of another property. Give this one another with @CodingKey.
            @CodingKey("c") @CodingKey("d") var doubled: Int // There can be only one @CodingKey.
            @CodableDefault(1) @CodableDefault(2) var defaults: Int // There can be only one @CodableDefault.
        }

        @GCodable
        struct Wrapped {
            @Counted var count: Int = 0 // cannot use mutating getter on immutable value: 'self' is immutable
        }

        @GCodable
        enum Cases {
            @CodableIgnored case one // @CodableIgnored has no effect here: it belongs to a property, not to a case of an enum.
            @CodableAlias("two") case two // The alias 'two' is the case's own key. Aliases are the keys that it had before.
            @CodableAlias("b", "b") case three // The alias 'b' is listed twice.
            @CodableAlias("one") case four // The alias 'one' is the key of another case.
            @CodableFallback case other
            @CodingKey("x") static let shared = 1 // @CodingKey has no effect here: a static property is never archived.
        }

        @GCodable
        class Base {
            var number = 1
            init() {}
        }

        @GCodable
        final class Leaf: Base {
            @CodingKey("n") override var number: Int { didSet {} } // @CodingKey has no effect here: the superclass archives the property.
            @CodableObserved override init() { super.init() } // @CodableObserved has no effect here: it belongs to a stored property.
        }

        final class Forgotten: Base {
            @CodableIgnored var cache = 1 // @CodableIgnored has no effect here: 'Forgotten' has no @GCodable.
        }

        @CodableIgnoredSuperclass @GCodable // @CodableIgnoredSuperclass has no effect here: the class has no superclass.
        final class Root {
            var number = 1
        }

        @GCodable @Observable
        final class Observed {
            @CodableAlias("old") var name = ""
            @CodableDefault([4]) var sizes: [Int] = []
            @CodableIgnored var selection = 0
            @CodingKey("k") @CodableConvert(from: Int.self, { "\($0)" }) var text = ""
            init() {}
        }

        @CodableIgnored var global = 1 // @CodableIgnored has no effect here: it belongs to a type with @GCodable.

        extension Root {
            @CodableIgnored var half: Int { 1 } // @CodableIgnored has no effect here: a computed property is never archived.
        }
        """#

    @Test func whatHasNoEffectIsOneMessageAtItsLine() throws {
        let found = try Compiler.messages(for: Self.source)
        let expected = Self.source.components(separatedBy: "\n").enumerated().compactMap { index, line in
            line.range(of: " // ").map { "\(index + 1):\(line[$0.upperBound...])" }
        }
        #expect(found.sorted() == expected.sorted())
    }
}
#endif
