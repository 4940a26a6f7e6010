#if Macros && (os(Linux) || os(macOS))
import Foundation
import Testing

/// What the compiler says to types that cannot be archived: one error for each property, at its line.
@Suite struct CompileTests {
    /// Each line with a comment gives one error, the text of the comment. The other lines give none.
    private static let source = #"""
        import GraphCodableMacros

        struct Plain {}
        final class PlainClass {}
        protocol Tool {}
        protocol Kept: GCodable {}
        typealias Action = () -> Void
        enum Side { case left }

        @GCodable
        struct Archived {
            var number = 1
            var kept: any Kept
            var keptMany: [any Kept] = []
            let byKept: [String: any Kept]
        }

        @GCodable
        struct Values {
            var list: [Plain] // 'list' of type '[Plain]' cannot be archived, because 'Plain' is not archivable. Attach @GCodable to it, write 'any Plain' if it is a protocol, or leave the property out with @CodableIgnored.
            var action: Action? // 'action' of type 'Action?' cannot be archived, because 'Action' is not archivable. Attach @GCodable to it, write 'any Action' if it is a protocol, or leave the property out with @CodableIgnored.
            var bySide: [Side: Int] = [:] // 'bySide' of type '[Side: Int]' cannot be archived, because 'Side' is not archivable. Attach @GCodable to it, write 'any Side' if it is a protocol, or leave the property out with @CodableIgnored.
            var tool: Tool // 'tool' of type 'Tool' cannot be archived, because 'Tool' is not archivable. Attach @GCodable to it, write 'any Tool' if it is a protocol, or leave the property out with @CodableIgnored.
            var anyTool: any Tool // 'anyTool' of type 'any Tool' cannot be archived, because the protocol does not inherit from GCodable. Let it do so, or leave the property out with @CodableIgnored.
            var inferred = Plain() // 'inferred' cannot be archived, because the type of the initial value is not archivable. Attach @GCodable to the type, or leave the property out with @CodableIgnored.
            var kept: any Kept
        }

        @GCodable
        final class Objects {
            weak var plain: PlainClass? // 'plain' of type 'PlainClass?' cannot be archived, because 'PlainClass' is not archivable. Attach @GCodable to it, write 'any PlainClass' if it is a protocol, or leave the property out with @CodableIgnored.
            var list: [Plain] = [] // 'list' of type '[Plain]' cannot be archived, because 'Plain' is not archivable. Attach @GCodable to it, write 'any Plain' if it is a protocol, or leave the property out with @CodableIgnored.
            var objects: [Objects] = []
            init() {}
        }

        @GCodable
        enum Cases {
            case number(Int)
            case plain(Plain) // The value '_0' of the case 'plain' of type 'Plain' cannot be archived, because 'Plain' is not archivable. Attach @GCodable to it, write 'any Plain' if it is a protocol, or write the enum's methods by hand.
            case tool(any Tool) // The value '_0' of the case 'tool' of type 'any Tool' cannot be archived, because the protocol does not inherit from GCodable. Let it do so, or write the enum's methods by hand.
        }
        """#

    @Test func whatCannotBeArchivedIsOneErrorAtItsLine() throws {
        // The compiler gives each file's errors in the order of the types that it checks.
        let found = try Compiler.messages(for: Self.source)
        let expected = Self.source.components(separatedBy: "\n").enumerated().compactMap { index, line in
            line.range(of: " // ").map { "\(index + 1):\(line[$0.upperBound...])" }
        }
        #expect(found.sorted() == expected.sorted())
    }
}
#endif
