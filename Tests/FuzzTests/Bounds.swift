import Foundation
import TestSupport
import Testing

/// How much processor time and memory an input may take. `make torture` measures both: a test that is run with others decides
/// nothing by time.
struct Bounds {
    /// The bounds of `GraphDecodingPolicy.strict`.
    static let strict = Bounds(seconds: 1, byteCount: 100 << 20)
    /// The bounds of the policy that is used when none is given.
    static let usual = Bounds(seconds: 5, byteCount: 500 << 20)

    /// Seconds of processor time of the thread.
    let seconds: Double
    /// By how many bytes the largest memory that the process has ever had may grow while an input is decoded.
    let byteCount: Int

    /// Runs one input.
    ///
    /// - Returns: Whether it stayed within the bounds, or was not measured. If not, an issue was recorded.
    func check(_ input: [UInt8], _ name: String, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        guard Torture.isOn else {
            input.withUnsafeBytes(body)
            return true
        }
        let (time, memory) = (Self.processorTime(), Self.largestMemory())
        input.withUnsafeBytes(body)
        let (seconds, byteCount) = (Self.processorTime() - time, Self.largestMemory() - memory)
        guard seconds > self.seconds || byteCount > self.byteCount else { return true }
        Issue.record("\(name): \(seconds) s and \(byteCount) bytes for these \(input.count) bytes: \(input)")
        return false
    }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func largestMemory() -> Int {
        var usage = rusage()
        // RUSAGE_SELF, whose type differs between systems.
        getrusage(.init(0), &usage)
        #if canImport(Darwin)
        return usage.ru_maxrss
        #else
        return usage.ru_maxrss << 10
        #endif
    }
}
