import GraphCodable

/// A document whose pages are loaded when they are used.
public final class Album: GCodable {
    public private(set) var pages: [GraphReference<Page>] = []

    /// - Parameters:
    ///   - pageCount: The number of pages.
    ///   - size: The number of objects of each page, itself included.
    public init(pageCount: Int, size: Int) {
        pages = (0..<pageCount).map { GraphReference(Page($0, size: size)) }
    }

    public init(from decoder: GDecoder) throws { pages = try decoder.decode(for: Key.pages) }
    public func encode(to encoder: GEncoder) throws { try encoder.encode(pages, for: Key.pages) }

    private enum Key: String { case pages }

    public final class Page: GCodable {
        public let title: String
        public private(set) var notes: [Note] = []

        init(_ number: Int, size: Int) {
            title = "Page \(number)"
            notes = (1..<size).map { Note(number * size + $0, self) }
            for (index, note) in notes.enumerated() { note.other = notes[index * 7 % notes.count] }
        }

        public init(from decoder: GDecoder) throws {
            title = try decoder.decode(for: Key.title)
            try decoder.decodeOrDefer(for: Key.notes, into: self) { $0.notes = $1 }
        }

        public func encode(to encoder: GEncoder) throws {
            try encoder.encode(title, for: Key.title)
            try encoder.encode(notes, for: Key.notes)
        }

        private enum Key: String { case title, notes }
    }

    public final class Note: GCodable {
        let number: Int
        let text: String
        let width: Double
        weak var page: Page?
        weak var other: Note?

        init(_ number: Int, _ page: Page) {
            (self.number, self.page) = (number, page)
            text = "note \(number)"
            width = Double(number) * 0.37
        }

        public init(from decoder: GDecoder) throws {
            number = try decoder.decode(for: Key.number)
            text = try decoder.decode(for: Key.text)
            width = try decoder.decode(for: Key.width)
            try decoder.deferDecode(for: Key.page) { self.page = $0 }
            try decoder.deferDecode(for: Key.other) { self.other = $0 }
        }

        public func encode(to encoder: GEncoder) throws {
            try encoder.encode(number, for: Key.number)
            try encoder.encode(text, for: Key.text)
            try encoder.encode(width, for: Key.width)
            try encoder.encodeConditional(page, for: Key.page)
            try encoder.encodeConditional(other, for: Key.other)
        }

        private enum Key: String { case number, text, width, page, other }
    }
}
