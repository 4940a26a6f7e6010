import Foundation

/// Counts what a run of `WorkloadProbe` takes, with valgrind's callgrind.
///
/// The counts do not depend on the machine's load, so that a check can be strict where times could not.
struct Callgrind {
    /// What was counted.
    struct Counts {
        var instructions: Int
        /// Calls of the functions of the C library that allocate memory.
        var allocations: Int
    }

    private static let allocators: Set = ["malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign"]

    let probe: String

    /// Counts what one repetition takes.
    ///
    /// - Parameters:
    ///   - repetitions: How often to run, and then to run twice as often: the difference does not hold the start.
    ///   - subject: In which form, if there is another one.
    func counts(_ workload: String, _ operation: String, repetitions: Int, by subject: String? = nil) throws -> Counts {
        let once = try total(workload, operation, repetitions, subject)
        let twice = try total(workload, operation, 2 * repetitions, subject)
        return Counts(
            instructions: (twice.instructions - once.instructions) / repetitions,
            allocations: (twice.allocations - once.allocations) / repetitions)
    }

    private func total(
        _ workload: String, _ operation: String, _ repetitions: Int, _ subject: String?
    ) throws -> Counts {
        let profile = FileManager.default.temporaryDirectory.appendingPathComponent("callgrind-\(getpid())").path
        defer { try? FileManager.default.removeItem(atPath: profile) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [
                "valgrind", "--tool=callgrind", "--compress-strings=no", "--callgrind-out-file=\(profile)", probe,
                workload,
                operation, "\(repetitions)",
            ] + [subject].compactMap { $0 }
        // Otherwise dictionaries would have another order each time.
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["SWIFT_DETERMINISTIC_HASHING": "1"], uniquingKeysWith: { $1 })
        let output = Pipe()
        process.standardError = output
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0,
            let counts = Self.counts(in: try String(contentsOfFile: profile, encoding: .utf8))
        else {
            throw ReportError("valgrind could not run \(probe) \(workload) \(operation):\n\(text)")
        }
        return counts
    }

    /// Reads a profile: the line `totals:`, and how often the lines `calls=` call a function that allocates.
    private static func counts(in profile: String) -> Counts? {
        var counts = Counts(instructions: 0, allocations: 0)
        var callsAllocator = false
        for line in profile.utf8.split(separator: UInt8(ascii: "\n")) {
            if line.starts(with: "cfn=".utf8) {
                callsAllocator = allocators.contains(String(decoding: line.dropFirst(4), as: UTF8.self))
            } else if callsAllocator, line.starts(with: "calls=".utf8) {
                let number = line.dropFirst(6).prefix { $0 != UInt8(ascii: " ") }
                counts.allocations += Int(String(decoding: number, as: UTF8.self)) ?? 0
            } else if line.starts(with: "totals:".utf8) {
                let number = String(decoding: line.dropFirst(7), as: UTF8.self)
                counts.instructions = Int(number.trimmingCharacters(in: .whitespaces)) ?? 0
            }
        }
        return counts.instructions > 0 ? counts : nil
    }
}
