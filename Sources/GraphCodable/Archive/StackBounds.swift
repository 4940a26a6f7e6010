#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How far the current thread's stack reaches.
package enum StackBounds {
    /// The lowest address that nested values may use; below it a reserve is left for the code that they call.
    ///
    /// Returns 0, which limits nothing, where the bounds cannot be told, or where variables do not lie on the stack (the
    /// address sanitizer moves them).
    package static func lowestUsableAddress() -> UInt {
        let current = currentAddress()
        guard let (lowest, size) = bounds(), current > lowest, current - lowest < size else { return 0 }
        return lowest + min(size / 4, 256 * 1_024)
    }

    /// An address inside the caller's stack frame, or next to it.
    @inline(never)
    package static func currentAddress() -> UInt {
        var marker: UInt8 = 0
        return withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
    }

    private static func bounds() -> (lowest: UInt, size: UInt)? {
        #if canImport(Darwin)
        let top = UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
        let size = UInt(pthread_get_stacksize_np(pthread_self()))
        return (top - size, size)
        #else
        guard let getAttributes else { return nil }
        var attributes = pthread_attr_t()
        guard getAttributes(pthread_self(), &attributes) == 0 else { return nil }
        defer { pthread_attr_destroy(&attributes) }
        var lowest: UnsafeMutableRawPointer?
        var size = 0
        guard pthread_attr_getstack(&attributes, &lowest, &size) == 0, let lowest else { return nil }
        return (UInt(bitPattern: lowest), UInt(size))
        #endif
    }

    #if !canImport(Darwin)
    private typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32

    /// `pthread_getattr_np`, which the C library has but its Swift module does not show.
    private static let getAttributes = dlsym(nil, "pthread_getattr_np").map {
        unsafeBitCast($0, to: GetAttributes.self)
    }
    #endif
}
