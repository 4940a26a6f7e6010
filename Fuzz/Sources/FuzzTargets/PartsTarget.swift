import Foundation
import GraphCodable
import GraphCodableCompression

/// Archives that are opened in parts, in an order that their bytes determine, and saved with the parts that were not loaded.
///
/// What could be saved must be sound. If the whole archive can be decoded, too, the graphs must be the same.
enum PartsTarget {
    /// An older program's class: of the fields of archives it knows some, and keeps the others.
    final class Page: GCodable, GKeepsUnknown {
        var name = ""
        var parts: [GraphReference<Page>] = []
        var cover: GraphReference<Page>?
        var children: [Page] = []
        var note = Note()
        weak var parent: Page?
        var unknownFields = GUnknownFields()

        enum Key: String { case name, parts, cover, children, note, parent, text }

        init(_ name: String) { self.name = name }

        init(from decoder: GDecoder) throws {
            name = try decoder.decode(for: Key.name)
            note = try decoder.decode(for: Key.note)
            parts = try decoder.decode(for: Key.parts)
            cover = try decoder.decode(for: Key.cover)
            try decoder.decodeOrDefer(for: Key.children, into: self) { $0.children = $1 }
            try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(name, for: Key.name)
            try encoder.encode(note, for: Key.note)
            try encoder.encode(parts, for: Key.parts)
            try encoder.encode(cover, for: Key.cover)
            try encoder.encode(children, for: Key.children)
            try encoder.encodeConditional(parent, for: Key.parent)
        }
    }

    struct Note: GCodable, GKeepsUnknown {
        var text = ""
        var unknownFields = GUnknownFields()
        init() {}
        init(from decoder: GDecoder) throws { text = try decoder.decode(for: Page.Key.text) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(text, for: Page.Key.text) }
    }

    /// A class of the same keys and more, whose archives become those of ``Page`` by a change of its name.
    final class Leaf: GCodable {
        let number: Int
        var others: [Leaf] = []
        enum Key: String { case back, link, twin, extra, numbers }

        init(_ number: Int) { self.number = number }
        init(from decoder: GDecoder) throws { number = 0 }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(others.first, for: Key.back)
            try encoder.encode("page \(number)", for: Page.Key.name)
            try encoder.encode([1.5, Double(number)], for: Key.numbers)
            try encoder.encode(FullNote(number: number, link: others.last), for: Page.Key.note)
            try encoder.encode(others, for: Page.Key.parts)
            try encoder.encode(nil as Leaf?, for: Page.Key.cover)
            try encoder.encode(number % 3 == 0 ? others : [], for: Page.Key.children)
            try encoder.encode(Extra(self), for: Key.extra)
            try encoder.encodeConditional(others.last, for: Page.Key.parent)
        }
    }

    struct FullNote: GCodable {
        var number: Int
        var link: Leaf?
        init(number: Int, link: Leaf?) { (self.number, self.link) = (number, link) }
        init(from decoder: GDecoder) throws { number = 0 }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode("note", for: Page.Key.text)
            try encoder.encodeIfPresent(number > 2 ? number : nil, for: Leaf.Key.twin)
            try encoder.encode(link, for: Leaf.Key.link)
        }
    }

    /// A class that nobody has who decodes the archive.
    final class Extra: GCodable {
        let leaf: Leaf?
        init(_ leaf: Leaf) { self.leaf = leaf }
        init(from decoder: GDecoder) throws { leaf = nil }
        func encode(to encoder: GEncoder) throws { try encoder.encode(leaf, for: Leaf.Key.link) }
    }

    // Targets may run side by side.
    private static let path = ToolTarget.path + "-parts"

    static func run(_ bytes: UnsafeRawBufferPointer) {
        _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
        defer { try? FileManager.default.removeItem(atPath: path) }
        for policy in [GraphDecodingPolicy(), .strict] {
            let whole = save(policy) { try GraphDecoder(policy: policy).decode(Page.self, from: bytes) }
            let parts = save(policy) {
                let options = GraphContainerReadingOptions(policy: policy)
                let file = try GraphFile(contentsOf: path, options: options)
                // The bytes determine which parts are loaded, and in which order.
                var order = bytes.reduce(into: 7) { $0 = ($0 &* 31 &+ UInt($1)) }
                var pages = try [file.root(as: Page.self)]
                for _ in 0..<8 {
                    let references = pages.flatMap { $0.parts + [$0.cover].compactMap { $0 } }
                    guard !references.isEmpty else { break }
                    order = order &* 6_364_136_223_846_793_005 &+ 1
                    catching { pages.append(try references[Int(order >> 33) % references.count].load()) }
                }
                return pages[0]
            }
            if let whole, let parts, whole != parts {
                fatalError("Saved in parts, the graph is another one:\n\(whole)\n\(parts)")
            }
        }
    }

    /// Saves a graph, and describes what the archive holds.
    private static func save(_ policy: GraphDecodingPolicy, _ load: () throws -> Page) -> String? {
        var saved: Bytes?
        catching {
            let root = try load()
            defer { takeApart(root) }
            saved = try GraphEncoder(policy: policy).encode(root)
        }
        guard let saved else { return nil }
        do {
            try GraphArchive(saved).verify()
        } catch {
            fatalError("What was saved is not sound: \(error)")
        }
        do {
            let root = try GraphDecoder().decode(Page.self, from: saved)
            defer { takeApart(root) }
            return describe(root)
        } catch {
            // A part that was copied may not be of its class.
            expectKnown(error)
            return nil
        }
    }

    private static func pages(_ root: Page) -> [Page] {
        var (pages, known) = ([root], Set([ObjectIdentifier(root)]))
        var next = 0
        while next < pages.count {
            let references = pages[next].parts + [pages[next].cover].compactMap { $0 }
            let loaded = references.filter(\.isLoaded).compactMap { try? $0.load() }
            for page in loaded + pages[next].children where known.insert(ObjectIdentifier(page)).inserted {
                pages.append(page)
            }
            next += 1
        }
        return pages
    }

    private static func describe(_ root: Page) -> String {
        let pages = pages(root)
        let numbers = Dictionary(uniqueKeysWithValues: zip(pages.map(ObjectIdentifier.init), 0...))
        func number(_ page: Page?) -> String {
            page.map { numbers[ObjectIdentifier($0)].map { "\($0)" } ?? "?" } ?? "-"
        }
        return pages.map { page in
            let parts = page.parts.map { number(try? $0.load()) }
            return """
                \(page.name) \(page.note.text) \(page.note.unknownFields.keys.sorted()) \(parts) \
                \(number(try? page.cover?.load())) \(page.children.map(number)) \(page.unknownFields.keys.sorted())
                """
        }.joined(separator: "\n")
    }

    /// Lets go of what may hold one another in a circle.
    private static func takeApart(_ root: Page) {
        for page in pages(root) {
            (page.children, page.parts, page.cover) = ([], [], nil)
            (page.unknownFields, page.note) = (GUnknownFields(), Note())
        }
    }

    static func seeds() throws -> [[UInt8]] {
        try [1, 4, 9].map { count in
            let leaves = (0..<count).map(Leaf.init)
            defer { leaves.forEach { $0.others = [] } }
            for leaf in leaves {
                leaf.others = [leaves[(leaf.number + 1) % count], leaves[(leaf.number * 5 + 2) % count]]
            }
            let archive: [UInt8] = try GraphEncoder().encode(leaves[0])
            return replace("Extra", "Exxra", in: replace("Leaf", "Page", in: archive))
        }
    }

    private static func replace(_ old: String, _ new: String, in bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for start in bytes.indices where bytes[start...].starts(with: old.utf8) {
            bytes.replaceSubrange(start..<start + old.utf8.count, with: new.utf8)
        }
        return bytes
    }
}
