import Foundation
import GraphCodable
import GraphCodableCompression

/// A graph whose parts lie in different blocks: a library of shelves, which hold books that refer to one another.
final class Library: GCodable {
    var shelves: [Shelf]

    init(shelves: [Shelf]) { self.shelves = shelves }
    init(from decoder: GDecoder) throws { shelves = try decoder.decode(for: Key.shelves) }
    func encode(to encoder: GEncoder) throws { try encoder.encode(shelves, for: Key.shelves) }

    private enum Key: String { case shelves }

    /// A library of which each shelf takes about 10 KB.
    static func sample(shelfCount: Int = 40, bookCount: Int = 20) -> Library {
        let shelves = (0..<shelfCount).map { number in
            let books = (0..<bookCount).map { index in
                index % 3 == 0 ? Atlas("s\(number)b\(index)", scale: index) : Book("s\(number)b\(index)")
            }
            for (index, book) in books.enumerated() { book.sequel = books[(index + 1) % bookCount] }
            return Shelf(number, books)
        }
        return Library(shelves: shelves)
    }

    /// The numbers of all books, by shelves.
    static func isComplete(_ shelf: Shelf) -> Bool {
        shelf.books.enumerated().allSatisfy { index, book in
            book.title == "s\(shelf.number)b\(index)" && book.shelf === shelf && book.isDecoded
                && book.sequel === shelf.books[(index + 1) % shelf.books.count]
                && (book is Atlas) == (index % 3 == 0)
        } && Set(shelf.books) == shelf.set
    }
}

final class Shelf: GCodable {
    let number: Int
    var books: [Book]
    var set: Set<Book>

    init(_ number: Int, _ books: [Book]) {
        (self.number, self.books, set) = (number, books, Set(books))
        for book in books { book.shelf = self }
    }

    init(from decoder: GDecoder) throws {
        number = try decoder.decode(for: Key.number)
        books = []
        set = []
        try decoder.decodeOrDefer(for: Key.books, into: self) { $0.books = $1 }
        try decoder.decodeOrDefer(for: Key.set, into: self) { $0.set = $1 }
    }

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(number, for: Key.number)
        try encoder.encode(books, for: Key.books)
        try encoder.encode(set, for: Key.set)
    }

    private enum Key: String { case number, books, set }
}

class Book: GCodable, Hashable, GDecodeCompletion {
    let title: String
    private let text: [UInt8]
    var sequel: Book?
    weak var shelf: Shelf?
    private(set) var isDecoded = false

    init(_ title: String) {
        self.title = title
        // Bytes that no codec makes smaller, so that a shelf takes some blocks of the file.
        text = Payload.random(480, seed: UInt64(title.utf8.reduce(7) { $0 &* 31 &+ Int($1) }))
    }

    required init(from decoder: GDecoder) throws {
        title = try decoder.decode(for: Key.title)
        text = try decoder.decode(for: Key.text)
        if title == "refused" { throw CocoaError(.coderInvalidValue) }
        (decoder.userInfo[.onBook] as? @Sendable (String) -> Void)?(title)
        try decoder.deferDecode(for: Key.sequel) { self.sequel = $0 }
        try decoder.deferDecode(for: Key.shelf) { self.shelf = $0 }
    }

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(title, for: Key.title)
        try encoder.encode(text, for: Key.text)
        try encoder.encode(sequel, for: Key.sequel)
        try encoder.encodeConditional(shelf, for: Key.shelf)
    }

    func didDecode() { isDecoded = true }

    static func == (left: Book, right: Book) -> Bool { left.title == right.title }
    func hash(into hasher: inout Hasher) { hasher.combine(title) }

    private enum Key: String { case title, text, sequel, shelf }
}

final class Atlas: Book {
    let scale: Int

    init(_ title: String, scale: Int) {
        self.scale = scale
        super.init(title)
    }

    required init(from decoder: GDecoder) throws {
        scale = try decoder.decode(for: Key.scale)
        try super.init(from: decoder)
    }

    override func encode(to encoder: GEncoder) throws {
        try encoder.encode(scale, for: Key.scale)
        try super.encode(to: encoder)
    }

    private enum Key: String { case scale }
}

extension CodingUserInfoKey {
    static var onBook: CodingUserInfoKey { CodingUserInfoKey(rawValue: "onBook").unsafelyUnwrapped }
}
