#if Macros && (os(Linux) || os(macOS))
import Foundation
import Testing

/// Where the compiler says that errors in generated statements of several lines are.
struct DiagnosticLocationTests {
    private func expect(
        _ line: Int, sourceLocation: SourceLocation = #_sourceLocation, in source: String
    ) throws {
        let found = try Compiler.messages(for: "import GraphCodableMacros\n" + source)
        #expect(!found.isEmpty, sourceLocation: sourceLocation)
        let lines = found.compactMap { $0.split(separator: ":").first }.filter { $0 != "expansion" }
        #expect(!lines.isEmpty && lines.allSatisfy { $0 == "\(line)" }, "\(found)", sourceLocation: sourceLocation)
    }

    @Test func anErrorInADefaultIsAtTheProperty() throws {
        try expect(
            5,
            in: """
                @GCodable
                final class A {
                    static let standard = [1]
                    @CodableDefault(standard) var b: [Int]
                    init() { b = [] }
                }
                """)
    }

    @Test func anErrorInTheDefaultOfAWeakVariableIsAtTheProperty() throws {
        try expect(
            4,
            in: """
                @GCodable
                final class A {
                    @CodableDefault("x") weak var c: A?
                    init() {}
                }
                """)
    }

    @Test func anErrorInAConversionIsAtTheProperty() throws {
        try expect(
            4,
            in: """
                @GCodable
                struct A {
                    @CodableConvert(from: String.self, { Int($0) }) var c: Int
                    var a = 1
                }
                """)
    }

    @Test func aPropertyOfAnotherActorIsAnErrorAtTheProperty() throws {
        let found = try Compiler.messages(
            for: """
                import GraphCodableMacros
                @GCodable
                final class A {
                    @MainActor var a = 1
                    var b = 2
                    init() {}
                }
                """)
        #expect(!found.isEmpty && found.allSatisfy { $0.hasPrefix("4:main actor-isolated property 'a'") }, "\(found)")
    }

    @Test func anErrorOfAWrapperIsAtTheProperty() throws {
        try expect(
            9,
            in: """
                @propertyWrapper struct ReadOnly {
                    let wrappedValue: Int
                    init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
                }
                @GCodable
                final class A {
                    @CodableAlias("s")
                    @ReadOnly var r = 4
                    init() {}
                }
                """)
    }
}
#endif
