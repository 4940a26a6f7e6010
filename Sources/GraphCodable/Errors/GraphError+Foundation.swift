import Foundation

extension GraphError where Self: LocalizedError {
    /// The ``description``, which `localizedDescription` returns.
    public var errorDescription: String? { description }
}

extension GraphCodableError: LocalizedError {}
