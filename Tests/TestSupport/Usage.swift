import Foundation

/// What a piece of work took.
struct Usage: CustomStringConvertible {
    /// Seconds of processor time of the thread.
    let seconds: Double
    /// By how many bytes the memory of the process grew at most.
    let byteCount: Int

    var description: String { "\(seconds) s and \(byteCount) bytes" }

    /// Measures a piece of work of the current thread, together with the memory that other threads take meanwhile.
    static func measure(_ body: () throws -> Void) rethrows -> Usage {
        let (time, memory) = (processorTime(CLOCK_THREAD_CPUTIME_ID), currentMemory() ?? largestMemory())
        try body()
        return Usage(
            seconds: processorTime(CLOCK_THREAD_CPUTIME_ID) - time, byteCount: largestMemory() - memory)
    }

    static func processorTime(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Lets the largest memory be that of now, where the system can. Otherwise only what goes beyond all that has been before is
    /// noticed. Nothing else may be measured at the same time.
    static func forgetLargestMemory() {
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
        let file = open("/proc/self/statm", O_RDONLY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let text = withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
            String(decoding: buffer.prefix(max(read(file, buffer.baseAddress, buffer.count), 0)), as: UTF8.self)
        }
        // The second number is that of the pages in memory.
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return pages.map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
        #else
        return nil
        #endif
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
