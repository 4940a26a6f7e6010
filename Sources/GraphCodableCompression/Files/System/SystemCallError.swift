import Foundation

/// An error of a system call.
public struct SystemCallError: Error, Sendable, Hashable {
    /// The name of the call: `open`, `fsync`.
    public let call: String
    /// The error number, as in `errno`.
    public let number: Int32

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - call: The name of the call.
    ///   - number: The error number, as in `errno`.
    public init(call: String, number: Int32) {
        self.call = call
        self.number = number
    }
}

extension SystemCallError: CustomStringConvertible {
    /// The call and the error in words.
    public var description: String {
        "\(call): \(messageText(number)) (\(number))"
    }
}

extension Error {
    /// Whether this is an error of a container whose cause is a system call with this error number.
    func isSystemError(_ number: Int32) -> Bool {
        ((self as? GraphContainerError)?.underlyingError as? SystemCallError)?.number == number
    }
}

/// Returns the system's text for an error number. `strerror` is not used because it may not be thread-safe.
private func messageText(_ number: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        guard let start = buffer.baseAddress else { return "error" }
        start.pointee = 0
        return strerror_r(number, start, buffer.count) == 0 ? String(cString: start) : "error"
    }
}
