import Foundation
import GraphCodable
import GraphCodableCompression

/// Receives orders from unknown clients.
///
/// The bytes may be damaged or malicious. The policy limits the classes that they may name, and the memory and time
/// that they may take. There is an answer in any case.
struct Receiver: Sendable {
    /// The answer to a request, with an HTTP status.
    struct Answer: Equatable {
        let status: Int
        let text: String
    }

    private let policy: GraphDecodingPolicy

    init() {
        var policy = GraphDecodingPolicy.strict
        policy.allowedTypes = .only([Order.self, Customer.self, Business.self])
        policy.maximumPlainByteCount = 1 << 20
        policy.maximumObjectCount = 10_000
        self.policy = policy
    }

    /// Decodes an order, compressed or raw.
    func receive(_ body: Data) -> Answer {
        do {
            let order = try GraphDecoder(policy: policy).decode(Order.self, fromArchive: body)
            let customer = "\(type(of: order.customer)) \(order.customer.name)"
            return Answer(status: 200, text: "\(customer), \(order.lines.count) lines")
        } catch Order.Refusal.quantity {
            return Answer(status: 422, text: "A line needs a count from 1 to 1000.")
        } catch let error as any GraphError {
            // The client may see what is wrong with its bytes. Internal errors are only logged.
            return error.isInputAtFault
                ? Answer(status: 400, text: error.message) : Answer(status: 500, text: "The order could not be read.")
        } catch {
            return Answer(status: 500, text: "The order could not be read.")
        }
    }
}
