#if canImport(Glibc)
@preconcurrency import Glibc
#elseif canImport(Musl)
@preconcurrency import Musl
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Android)
@preconcurrency import Android
#elseif canImport(WASILibc)
@preconcurrency import WASILibc
#elseif canImport(ucrt)
@preconcurrency import ucrt
#endif

/// Messages for the developer that are not errors.
enum Warning {
    /// Prints a line to standard error.
    static func print(_ message: String) {
        fputs("GraphCodable: \(message)\n", stderr)
    }
}
