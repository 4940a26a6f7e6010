import GraphCodable

/// A request from a client.
final class Order: GCodable, GNamed {
    static let archiveName: ArchiveName = "Order"

    let customer: Customer
    let lines: [Line]

    init(customer: Customer, lines: [Line]) {
        self.customer = customer
        self.lines = lines
    }

    private enum Key: String {
        case customer, lines
    }

    init(from decoder: any GDecoder) throws {
        customer = try decoder.decode(for: Key.customer)
        lines = try decoder.decode(for: Key.lines)
        // Check what the types don't guarantee, as in any initializer.
        guard lines.allSatisfy({ (1...1_000).contains($0.count) }) else { throw Refusal.quantity }
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(customer, for: Key.customer)
        try encoder.encode(lines, for: Key.lines)
    }

    enum Refusal: Error {
        case quantity
    }
}

/// A customer. Business customers are a subclass.
class Customer: GCodable, GNamed {
    class var archiveName: ArchiveName { "Customer" }

    let name: String

    init(_ name: String) {
        self.name = name
    }

    required init(from decoder: any GDecoder) throws {
        name = try decoder.decode()
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(name)
    }
}

final class Business: Customer {
    override class var archiveName: ArchiveName { "Business" }
}

/// An internal class of the server, which clients must not be able to create.
final class Administrator: Customer {}

struct Line: GCodable {
    let article: String
    let count: Int

    init(article: String, count: Int) {
        self.article = article
        self.count = count
    }

    init(from decoder: any GDecoder) throws {
        article = try decoder.decode()
        count = try decoder.decode()
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(article)
        try encoder.encode(count)
    }
}
