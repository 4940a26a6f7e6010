import Foundation
import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

/// A weak reference from one part to an object in another. Whatever is released, saving keeps it or is refused.
struct WeakPartTests {
    struct Link: GCodable {
        weak var target: Part?
        init(_ target: Part?) { self.target = target }
        init(from decoder: GDecoder) throws { target = try decoder.decodeIfPresent() }
        func encode(to encoder: GEncoder) throws { try encoder.encodeConditional(target) }
    }

    class Part: GCodable {
        var strong: [Part] = []
        weak var target: Part?
        var links: [Link] = []

        init() {}
        required init(from decoder: GDecoder) throws {
            strong = try decoder.decode(for: Key.strong)
            target = try decoder.decodeIfPresent(for: Key.target)
            links = try decoder.decode(for: Key.links)
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(strong, for: Key.strong)
            try encoder.encodeConditional(target, for: Key.target)
            try encoder.encode(links, for: Key.links)
        }
        private enum Key: String { case strong, target, links }
    }

    /// An object that something retains until the end of a load.
    final class Completed: Part, GDecodeCompletion {
        func didDecode() {}
    }

    /// An object that does not show what it stores.
    final class Hidden: Part, CustomReflectable {
        var customMirror: Mirror { Mirror(self, children: [:]) }
    }

    /// What stores the reference.
    enum Owner: CaseIterable { case object, structure, hidden }

    final class Root: GCodable {
        var parts: [GraphReference<Part>]

        /// The first part refers weakly to an object that the second one holds.
        init(_ target: Part, in owner: Owner) {
            let (first, second) = (owner == .hidden ? Hidden() : Part(), Part())
            if owner == .structure {
                first.links = [Link(target)]
            } else {
                first.target = target
            }
            second.strong = [target]
            parts = [first, second, Part()].map { GraphReference($0) }
        }
        init(from decoder: GDecoder) throws { parts = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(parts) }
    }

    private static func withFile(
        isCompleted: Bool = false, in owner: Owner = .object, _ body: (inout GraphFile?, Root, String) throws -> Void
    ) throws {
        try withTemporaryFolder { folder in
            let path = folder + "/file"
            let root = Root(isCompleted ? Completed() : Part(), in: owner)
            try write(try GraphEncoder().encode(root) as [UInt8], to: path)
            var file: GraphFile? = try GraphFile(contentsOf: path)
            guard let loaded = try file?.root(as: Root.self) else { return }
            try body(&file, loaded, path)
            #expect(try isKept(path))
        }
    }

    private static func isKept(_ path: String) throws -> Bool {
        let parts = try GraphDecoder().load(Root.self, from: path).parts.map { try $0.load() }
        let target = parts[0].target ?? parts[0].links.first?.target
        return target != nil && target === parts[1].strong.first
    }

    @Test(arguments: [false, true])
    func aLoadAfterTheFileLosesNothing(isCompleted: Bool) throws {
        try Self.withFile(isCompleted: isCompleted) { file, root, path throws in
            file = nil
            expectError(GraphCodableError.self, .misuse) { try root.parts[0].load() }
            try GraphEncoder().save(root, to: path)
        }
    }

    @Test func whatIsReleasedAfterTheFileIsNoticed() throws {
        try Self.withFile { file, root, path throws in
            _ = try (root.parts[1].load(), root.parts[0].load())
            file = nil
            root.parts[1].unload()
            expectError(GraphCodableError.self, .misuse) { try GraphEncoder().save(root, to: path) }
        }
    }

    @Test func canonicalSavingReleasesNothing() throws {
        try Self.withFile { file, root, path throws in
            file?.keepsObjects = false
            root.parts = [root.parts[0], root.parts[2], root.parts[1]]
            try GraphEncoder(.canonical).save(root, to: path)
            root.parts.forEach { $0.unload() }
            root.parts = [root.parts[0], root.parts[2], root.parts[1]]
            try GraphEncoder(.canonical).save(root, to: path)
        }
    }

    @Test func aFileThatKeepsObjectsAgainKeepsThoseThatItReturned() throws {
        try Self.withFile { file, root, path throws in
            file?.keepsObjects = false
            _ = try (root.parts[1].load(), root.parts[2].load())
            file?.keepsObjects = true
            _ = try root.parts[0].load()
            root.parts[1].unload()
            try GraphEncoder().save(root, to: path)
        }
    }

    @Test(arguments: Owner.allCases)
    func whatIsReleasedByAFileIsNoticed(in owner: Owner) throws {
        try Self.withFile(in: owner) { file, root, path throws in
            file?.keepsObjects = false
            _ = try (root.parts[0].load(), root.parts[2].load())
            expectError(GraphCodableError.self, .misuse) { try GraphEncoder().save(root, to: path) }
        }
    }

    @Test func aTargetThatIsLoadedAgainIsNoticed() throws {
        try Self.withFile { file, root, path throws in
            file?.keepsObjects = false
            let first = try root.parts[0].load()
            _ = try (root.parts[2].load(), root.parts[1].load())
            #expect(first.target == nil)
            expectError(GraphCodableError.self, .misuse) { try GraphEncoder().save(root, to: path) }
        }
    }

    /// Loads a part while it is being encoded.
    private struct Loading: GEncodable {
        let root: Root
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(root.parts)
            _ = try root.parts[2].load()
        }
    }

    @Test func whatALoadOfTheSaveReleasesIsNoticed() throws {
        try Self.withFile { file, root, path throws in
            file?.keepsObjects = false
            let first = try root.parts[0].load()
            #expect(first.target != nil)
            expectError(GraphCodableError.self, .misuse) { try GraphEncoder().save(Loading(root: root), to: path) }
            #expect(first.target == nil)
        }
    }

    private struct Hint: GEncodable {
        let part: GraphReference<Part>
        func encode(to encoder: GEncoder) throws { try encoder.encodeConditional(part) }
    }

    @Test func whatOnlyWeakReferencesReachIsNotSaved() throws {
        try Self.withFile { file, root, path throws in
            let second = root.parts.remove(at: 1)
            _ = try second.load()
            // The record of the first part is copied.
            try GraphEncoder().save(root, to: path + "-new")
            _ = try GraphEncoder().encode(Hint(part: second)) as [UInt8]
            second.unload()
            #expect(!second.isLoaded)
            file = nil
            #expect(try second.load().strong.count == 1)
        }
    }

    @Test func aTargetThatTheProgramRemovesIsNotMissed() throws {
        try Self.withFile { file, root, path throws in
            file?.keepsObjects = false
            let parts = try root.parts.map { try $0.load() }
            parts[1].strong = []
            #expect(parts[0].target == nil)
            try GraphEncoder().save(root, to: path + "-new")
            #expect(try GraphDecoder().load(Root.self, from: path + "-new").parts[0].load().target == nil)
        }
    }
}
