import Foundation
import GraphCodable
import GraphCodableCompression

/// Receives some sample orders, and prints the answers.
@main
struct Server {
    static func main() throws {
        let receiver = Receiver()
        for (name, body) in try requests() {
            let answer = receiver.receive(body)
            print("\(name): \(answer.status) \(answer.text)")
        }
    }

    static func requests() throws -> [(name: String, body: Data)] {
        let encoder = GraphEncoder()
        func order(_ customer: Customer, count: Int = 2) -> Order {
            Order(customer: customer, lines: [Line(article: "bolt", count: count), Line(article: "nut", count: 2)])
        }
        let sound = try encoder.encode(order(Business("Acme")), codec: .lz4) as Data
        return [
            ("an order", try encoder.encode(order(Customer("Ada")))),
            ("a compressed order", sound),
            ("half of an order", sound.prefix(sound.count / 2)),
            ("too many", try encoder.encode(order(Customer("Ada"), count: 5_000))),
            ("a class of the server's", try encoder.encode(order(Administrator("root")))),
            ("no archive", Data("GET / HTTP/1.1".utf8)),
            ("ten megabytes of zeros", try encoder.encode(Data(count: 10 << 20), codec: .zlib)),
        ]
    }
}
