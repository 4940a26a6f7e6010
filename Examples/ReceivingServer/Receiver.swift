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
            // The description has names of types and advice for developers: it belongs in the log.
            return Answer(status: Self.status(of: error), text: error.senderMessage)
        } catch {
            return Answer(status: 500, text: "The order could not be read.")
        }
    }

    /// Returns the HTTP status for an error.
    ///
    /// | Status | Codes |
    /// |---|---|
    /// | 413 Content Too Large | `limitExceeded`, `depthExceeded` |
    /// | 415 Unsupported Media Type | `notAnArchive`, `unsupportedVersion`, `unsupportedCodec`, `unsupportedFeature` |
    /// | 422 Unprocessable Content | any other for which the input is at fault |
    /// | 500 Internal Server Error | any other |
    static func status(of error: any GraphError) -> Int {
        guard error.isInputAtFault else { return 500 }
        switch error {
        case GraphCodableError.Code.limitExceeded, GraphCodableError.Code.depthExceeded,
            GraphContainerError.Code.limitExceeded:
            return 413
        case GraphCodableError.Code.notAnArchive, GraphCodableError.Code.unsupportedVersion,
            GraphCodableError.Code.unsupportedFeature, GraphContainerError.Code.notAnArchive:
            return 415
        case let error as GraphContainerError where error.code.isUnsupported:
            return 415
        default:
            return 422
        }
    }
}
