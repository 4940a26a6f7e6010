import Foundation

/// What a piece of work took.
package struct Usage: CustomStringConvertible {
    /// Seconds of processor time of the thread.
    package let seconds: Double
    /// By how many bytes the memory of the process grew at most.
    package let byteCount: Int

    package var description: String { "\(seconds) s and \(byteCount) bytes" }

    /// Measures a piece of work of the current thread, together with the memory that other threads take meanwhile.
    package static func measure(_ body: () throws -> Void) rethrows -> Usage {
        let (time, memory) = (processorTime(CLOCK_THREAD_CPUTIME_ID), currentMemory() ?? largestMemory())
        try body()
        return Usage(
            seconds: processorTime(CLOCK_THREAD_CPUTIME_ID) - time, byteCount: largestMemory() - memory)
    }

    /// Measures a piece of work, together with what all other threads take meanwhile.
    package static func measureProcess(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
    ) async rethrows -> Usage {
        let (time, memory) = (processorTime(CLOCK_PROCESS_CPUTIME_ID), currentMemory() ?? largestMemory())
        try await body()
        return Usage(
            seconds: processorTime(CLOCK_PROCESS_CPUTIME_ID) - time, byteCount: largestMemory() - memory)
    }

    package static func processorTime(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Lets the largest memory be that of now, where the system can. Otherwise only what goes beyond all that has been before is
    /// noticed. Nothing else may be measured at the same time.
    package static func forgetLargestMemory() {
        #if os(Linux)
        let file = open("/proc/self/clear_refs", O_WRONLY)
        guard file >= 0 else { return }
        _ = write(file, "5", 1)
        close(file)
        #endif
    }

    /// The bytes of memory that the process has now; `nil` where the system does not tell.
    private static func currentMemory() -> Int? {
        #if os(Linux)
        return status("VmRSS")
        #else
        return nil
        #endif
    }

    #if os(Linux)
    /// A number of bytes of the process's status; `nil` if the system does not tell it.
    private static func status(_ name: String) -> Int? {
        let file = open("/proc/self/status", O_RDONLY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let text = withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
            String(decoding: buffer.prefix(max(read(file, buffer.baseAddress, buffer.count), 0)), as: UTF8.self)
        }
        // Such as "VmRSS:	   1234 kB".
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }.map {
            $0 << 10
        }
    }
    #endif

    private static func largestMemory() -> Int {
        #if os(Linux)
        // Not what getrusage says: that includes the process which started this one.
        if let byteCount = status("VmHWM") { return byteCount }
        #endif
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
