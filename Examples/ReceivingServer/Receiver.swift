import Foundation
import GraphCodable
import GraphCodableCompression

/// Takes orders from clients that nobody knows.
///
/// What they send may be damaged, or made to do harm. The policy says which classes it may name, and how much memory and time it may
/// take; whatever it is, there is an answer.
struct Receiver: Sendable {
    /// The answer to a request, with the status that HTTP would give it.
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

    /// Decodes an order, compressed or not.
    func receive(_ body: Data) -> Answer {
        do {
            let order = try GraphDecoder(policy: policy).decode(Order.self, fromArchive: body)
            let customer = "\(type(of: order.customer)) \(order.customer.name)"
            return Answer(status: 200, text: "\(customer), \(order.lines.count) lines")
        } catch Order.Refusal.quantity {
            return Answer(status: 422, text: "A line needs a count from 1 to 1000.")
        } catch let error as any GraphError {
            // The client may see what was wrong with its bytes. What is wrong here goes to the log.
            return error.isInputAtFault
                ? Answer(status: 400, text: error.message) : Answer(status: 500, text: "The order could not be read.")
        } catch {
            return Answer(status: 500, text: "The order could not be read.")
        }
    }
}
