#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A call that the operating system refused.
public struct SystemCallError: Error, Sendable, Hashable {
    /// The name of the call: `open`, `fsync`.
    public let call: String
    /// The reason, as `errno` gives it.
    public let number: Int32

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - call: The name of the call.
    ///   - number: The reason, as `errno` gives it.
    public init(call: String, number: Int32) {
        self.call = call
        self.number = number
    }
}

extension SystemCallError: CustomStringConvertible {
    /// The call and the reason in words.
    public var description: String {
        "\(call): \(messageText(number)) (\(number))"
    }
}

/// The system's words for an error number. `strerror` itself may share its buffer between threads.
private func messageText(_ number: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        guard let start = buffer.baseAddress else { return "error" }
        start.pointee = 0
        return strerror_r(number, start, buffer.count) == 0 ? String(cString: start) : "error"
    }
}
