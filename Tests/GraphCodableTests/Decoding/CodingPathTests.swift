import Testing

@testable import GraphCodable

struct CodingPathTests {
    class View: GCodable {
        var childs: [View] = []
        weak var parent: View?
        var frame = Frame()

        enum Key: String { case childs, parent, frame }

        init(_ childs: [View] = []) {
            self.childs = childs
            childs.forEach { $0.parent = self }
        }

        required init(from decoder: GDecoder) throws {
            childs = try decoder.decode(for: Key.childs)
            frame = try decoder.decode(for: Key.frame)
            try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(childs, for: Key.childs)
            try encoder.encode(frame, for: Key.frame)
            try encodeParent(to: encoder)
        }

        func encodeParent(to encoder: GEncoder) throws {
            try encoder.encodeConditional(parent, for: Key.parent)
        }
    }

    final class Screen: View {}

    /// Writes a number where a view is read.
    final class WrongParent: View {
        override func encodeParent(to encoder: GEncoder) throws {
            try encoder.encode(7, for: Key.parent)
        }
    }

    final class NoParent: View {
        override func encodeParent(to encoder: GEncoder) throws {}
    }

    struct Frame: GCodable {
        var numbers: [String: [Int]] = ["a": [1]]
        enum Key: String { case numbers }
        init() {}
        init(from decoder: GDecoder) throws { numbers = try decoder.decode(for: Key.numbers) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(numbers, for: Key.numbers) }
    }

    /// Writes strings where numbers are read.
    final class WrongFrame: View {
        private struct Strings: GEncodable {
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(["a": ["x"]], for: Frame.Key.numbers)
            }
        }

        override func encode(to encoder: GEncoder) throws {
            try encoder.encode(childs, for: Key.childs)
            try encoder.encode(Strings(), for: Key.frame)
        }
    }

    private func error(_ root: some GCodable) throws -> GraphCodableError {
        func decode<Root: GCodable>(_ root: Root) throws -> GraphCodableError {
            let bytes = try GraphEncoder().encode(root) as Bytes
            do {
                _ = try GraphDecoder().decode(Root.self, from: bytes)
            } catch let error as GraphCodableError {
                #expect(error.byteOffset != nil)
                return error
            }
            throw GraphCodableError(.misuse, "Nothing was wrong.")
        }
        return try decode(root)
    }

    @Test func aDeferredValueIsFoundThroughTheGraph() throws {
        let error = try error(Screen([View(), View(), WrongParent()]))
        #expect(error.code == .typeMismatch)
        #expect(error.codingPath.description == "Screen.childs[2].parent")
        #expect(error.typeName == "GraphCodableTests.CodingPathTests.WrongParent")
        #expect(
            error.description.contains(
                "at Screen.childs[2].parent (in GraphCodableTests.CodingPathTests.WrongParent, byte "))
    }

    @Test func anAbsentKeyIsPartOfThePath() throws {
        let error = try error(Screen([View([NoParent()])]))
        #expect(error.code == .keyNotFound)
        #expect(error.codingPath.description == "Screen.childs[0].childs[0].parent")
    }

    @Test func valuesInsideOfValuesAreFound() throws {
        let error = try error(Screen([View([WrongFrame()])]))
        #expect(error.code == .typeMismatch)
        #expect(error.codingPath.description == "Screen.childs[0].childs[0].frame.numbers[0][0]")
    }

    @Test func aPathBeginsWithAnIndexWhenTheRootIsAnArray() throws {
        let error = try error([View(), WrongFrame()] as [View])
        #expect(error.codingPath.description == "[1].frame.numbers[0][0]")
    }

    @Test func cyclesDoNotKeepThePathFromBeingFound() throws {
        let shared = View()
        let root = Screen([View([shared]), View([shared]), NoParent()])
        #expect(try error(root).codingPath.description == "Screen.childs[2].parent")
    }

    @Test func thePathThroughManyObjectsNeedsNoStack() throws {
        final class Link: GCodable {
            var next: Link?
            let isLast: Bool
            enum Key: String { case next, last }
            init(_ next: Link?) {
                self.next = next
                isLast = next == nil
            }
            init(from decoder: GDecoder) throws {
                isLast = try decoder.contains(Key.last)
                next = try decoder.decode(for: Key.next)
                if isLast {
                    let _: String = try decoder.decode(for: Key.last)
                }
            }
            func encode(to encoder: GEncoder) throws {
                try encoder.encode(next, for: Key.next)
                if isLast {
                    try encoder.encode(1, for: Key.last)
                }
            }
            deinit {
                // A long chain is let go of one by one.
                while let link = next, isKnownUniquelyReferenced(&next) {
                    next = link.next
                    link.next = nil
                }
            }
        }
        try Link.register(as: "CodingPathTests.Link")
        var root = Link(nil)
        for _ in 0..<10_000 {
            root = Link(root)
        }
        let error = try error(root)
        #expect(error.codingPath.steps.count == 10_002)
        #expect(error.codingPath.steps.last == .key("last"))
    }
}
