#if canImport(Glibc)
@preconcurrency import Glibc
#elseif canImport(Musl)
@preconcurrency import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Messages for the developer that are not errors.
enum Warning {
    /// Prints a line on the standard error stream.
    static func print(_ message: String) {
        fputs("GraphCodable: \(message)\n", stderr)
    }
}
