#if Macros
import Foundation
import GraphCodableMacros
import Testing

/// A wrapper that is not created from a wrapped value.
@propertyWrapper
struct Starting<Value> {
    var wrappedValue: Value

    init(_ value: Value) { wrappedValue = value }
}

/// A wrapper with a value of its own.
@propertyWrapper
struct Zeroed {
    var wrappedValue = 0

    init() {}
}

@propertyWrapper
struct Plainly<Value> {
    var wrappedValue: Value
}

@propertyWrapper
final class Referring<Value> {
    var wrappedValue: Value

    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// Every form that the attribute of a wrapper can have.
struct WrapperTests {
    @GCodable
    struct Values {
        @Starting(4) var argument: Int
        let constant: Int
        @Starting(4) var untyped
        @Plainly(wrappedValue: 4) var labeled: Int
        @Plainly var plain: Int
        @Plainly<Int> var generic: Int
        @Clamped(0...100) var both = 3
        @Zeroed() var parentheses: Int
        @Plainly @Even var composed: Int
        @Starting(Even(wrappedValue: 4)) @Even var composedArgument: Int
        @Plainly var optional: Int?
        @Referring var object: Int
        @Zeroed var empty: Int
        @CodableDefault(7) @Starting(4) var withDefault: Int

        init() { (constant, plain, generic, composed, object) = (1, 1, 1, 2, 1) }
    }

    @GCodable
    class Base {
        @Starting(4) var argument: Int
        let constant: Int
        @Plainly var plain: Int
        @Zeroed var empty: Int
        @Referring var object: Base?

        init() { (constant, plain) = (1, 1) }
    }

    @GCodable
    final class Derived: Base {
        @Starting(4) var first: Int
        @Starting(4) var untyped
        @Plainly(wrappedValue: 4) var labeled: Int
        @Plainly var second: Int
        @Zeroed() var parentheses: Int
        @Starting(nil) var next: Derived?

        override init() {
            second = 1
            super.init()
        }
    }

    @Test func wrappersInAStructComeBack() throws {
        var values = Values()
        (values.argument, values.untyped, values.labeled, values.plain, values.generic) = (10, 11, 12, 13, 14)
        (values.both, values.empty, values.parentheses, values.composed) = (15, 16, 17, 18)
        (values.composedArgument, values.optional, values.object, values.withDefault) = (20, 21, 22, 23)
        let back = try copy(values)
        #expect(
            [back.argument, back.untyped, back.labeled, back.plain, back.generic] == [10, 11, 12, 13, 14] as [Int])
        #expect([back.both, back.empty, back.parentheses, back.composed] == [15, 16, 17, 18] as [Int])
        #expect([back.composedArgument, back.optional, back.object, back.withDefault] == [20, 21, 22, 23] as [Int?])
    }

    @Test func wrappersInClassesComeBack() throws {
        let derived = Derived()
        (derived.argument, derived.plain, derived.empty, derived.object) = (10, 11, 12, derived)
        (derived.first, derived.untyped, derived.labeled, derived.second) = (13, 14, 15, 16)
        (derived.parentheses, derived.next) = (17, Derived())
        let back = try copy(derived)
        #expect([back.argument, back.plain, back.empty] == [10, 11, 12] as [Int] && back.object === back)
        #expect(
            [back.first, back.untyped, back.labeled, back.second, back.parentheses] == [13, 14, 15, 16, 17] as [Int])
        #expect(back.next?.first == 4)
        (derived.object, back.object) = (nil, nil)
    }

    @GCodable
    struct Nothing {}

    @GCodable
    struct Kept {
        @Starting(4) var untyped
        @Plainly(wrappedValue: 5) var labeled: Int
        @Clamped(0...9) var both = 6
        @CodableDefault(7) @Starting(4) var argument: Int
    }

    @propertyWrapper @GCodable
    struct Whole {
        var wrappedValue: Int
        var writes = 1
    }

    @GCodable
    struct Mixer {
        @CodableWrapper @Whole var left = 1
        var right = 2, gain = 3.0
    }

    @GCodable
    final class MixerObject {
        @CodableWrapper @Whole var left = 1
        var right = 2, gain = 3.0
    }

    @Test func aWholeWrapperWithALiteralIsNoNumber() throws {
        var mixer = Mixer()
        mixer.left = 7
        #expect(try copy(mixer).left == 7)
        let object = MixerObject()
        object.left = 7
        #expect(try copy(object).left == 7)
    }

    @Test func anAbsentKeyLeavesTheValueOfTheArguments() throws {
        let kept = try migrate(Nothing(), to: Kept.self)
        #expect([kept.untyped, kept.labeled, kept.both, kept.argument] == [4, 5, 6, 7] as [Int])
    }

    #if os(Linux) || os(macOS)
    private static let wrappers = """
        @propertyWrapper struct Argument { var wrappedValue: Int; init(_ value: Int) { wrappedValue = value } }
        @propertyWrapper struct Empty { var wrappedValue = 0; init() {} }
        @propertyWrapper struct Either { var wrappedValue: Int; init() { wrappedValue = 0 }; init(wrappedValue: Int) { \
        self.wrappedValue = wrappedValue } }
        @propertyWrapper struct Plain<Value> { var wrappedValue: Value }
        @propertyWrapper struct Filled { var wrappedValue: Int; init(wrappedValue: Int = 3, _ limit: Int) { \
        self.wrappedValue = wrappedValue } }
        @propertyWrapper final class Object { var wrappedValue: Int; init(wrappedValue: Int) { \
        self.wrappedValue = wrappedValue } }
        @propertyWrapper struct Shared { private let object: Object; init(_ value: Int) { \
        object = Object(wrappedValue: value) }; var wrappedValue: Int { get { object.wrappedValue } \
        nonmutating set { object.wrappedValue = newValue } } }
        class Unarchived { init() {} }
        @GCodable class Archived { init() {} }

        """

    /// The forms, and whether a subclass can have them.
    private static let forms = [
        ("@Argument(4) var x: Int", true), ("@Argument(4) var x", true), ("@Empty var x: Int", false),
        ("@Empty() var x: Int", true), ("@Empty() var x", true), ("@Either var x: Int", true),
        ("@Either() var x: Int", true), ("@Plain var x: Int", true), ("@Plain<Int> var x: Int", true),
        ("@Plain var x = 3", true), ("@Plain(wrappedValue: 4) var x: Int", true),
        ("@Plain(wrappedValue: 4) var x", true), ("@Plain var x: Int?", true), ("@Plain var x: Int? = 3", true),
        ("@Plain(wrappedValue: nil) var x: Int?", true), ("@Filled(9) var x = 3", true),
        ("@Filled(9) var x: Int", true), ("@Filled(wrappedValue: 4, 9) var x: Int", true), ("@Object var x: Int", true),
        ("@Object var x = 3", true), ("@Shared(4) var x: Int", true), ("@Plain @Object var x: Int", true),
        ("@Plain @Filled(9) var x = 4", true),
        ("@Plain(wrappedValue: Object(wrappedValue: 1)) @Object var x: Int", true),
        ("@Plain var y: Int; @Empty var x: Int", false), ("@Empty() var x: Int; @Plain var y: Int", true),
        ("@CodableDefault(3) @Argument(4) var x: Int", true), ("@CodableAlias(\"y\") @Argument(4) var x: Int", true),
    ]

    /// The compiler accepts what is generated for each form in each kind of type. What it cannot accept, it refuses at the property.
    @Test func everyFormCompilesInEveryType() throws {
        var lines = ("import GraphCodableMacros\n" + Self.wrappers).components(separatedBy: "\n")
        var expected: [String] = []
        for (index, (form, canBeInherited)) in Self.forms.enumerated() {
            for (kind, head) in ["struct T {", "class T {", "class T: Archived {", "class T: Unarchived {"].enumerated()
            {
                let marker = kind == 3 ? "@CodableIgnoredSuperclass " : ""
                let end = kind == 0 ? "" : kind == 1 ? "init?(_: Int) { nil }" : "override init() { fatalError() }"
                lines += [
                    "enum N\(index)_\(kind) { @GCodable \(marker)\(head) let a: Int", form, "var z: Int; \(end) } }",
                ]
                if kind > 1, !canBeInherited {
                    expected.append("\(lines.count - 1):'self' used in property access 'x' before 'super.init' call")
                }
            }
        }
        #expect(try Compiler.messages(for: lines.joined(separator: "\n"), initializers: true) == expected)
    }
    #endif
}
#endif
