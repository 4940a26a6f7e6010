import Foundation

/// Counts the instructions that each workload takes, with valgrind, and compares them with what is allowed.
///
/// Instructions do not depend on the machine's load, so that the check can be strict where times could not.
struct InstructionCheck {
    /// The workloads, with how often to run them: once more and once less, since the difference does not count the start.
    private static let workloads: [(name: String, repetitions: Int)] = [
        ("NumericStruct", 2_000), ("Sample", 1_000), ("MediaContent", 1_000), ("NumericStruct-list", 500),
        ("Sample-list", 500), ("MediaContent-list", 500), ("dag", 2), ("views", 2), ("strings", 2), ("dictionary", 2),
        ("structs", 2),
    ]
    /// What may be added to a threshold before the check fails, as a share.
    private static let tolerance = 0.05

    let probe: String
    let thresholds: String

    func run() throws {
        let allowed = try JSONDecoder().decode(
            [String: Int].self, from: Data(contentsOf: URL(fileURLWithPath: thresholds)))
        var table = MarkdownTable(["workload", "instructions", "threshold", "verdict"], leftAligned: [0, 3])
        var failures = 0
        try measure { name, count in
            guard let threshold = allowed[name] else {
                throw ReportError("\(thresholds) has no threshold for \(name). Run `make bench-thresholds`.")
            }
            let isAllowed = Double(count) <= Double(threshold) * (1 + Self.tolerance)
            failures += isAllowed ? 0 : 1
            let change = (Double(count) / Double(threshold) - 1) * 100
            let verdict = (isAllowed ? "" : "TOO MANY ") + String(format: "%+.1f %%", change)
            table.append([name, "\(count)", "\(threshold)", verdict])
        }
        print(table.text)
        if failures > 0 {
            throw ReportError("\(failures) workloads take more instructions than \(thresholds) allows.")
        }
    }

    func update() throws {
        var counts: [String: Int] = [:]
        try measure { counts[$0] = $1 }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(counts) + Data("\n".utf8)).write(to: URL(fileURLWithPath: thresholds))
    }

    /// Gives the instructions of one repetition.
    private func measure(_ body: (String, Int) throws -> Void) throws {
        for (name, repetitions) in Self.workloads {
            for operation in ["encode", "decode"] {
                let once = try count(name, operation, repetitions)
                let twice = try count(name, operation, 2 * repetitions)
                try body("\(name)/\(operation)", (twice - once) / repetitions)
            }
        }
    }

    private func count(_ name: String, _ operation: String, _ repetitions: Int) throws -> Int {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", probe, name, operation, "\(repetitions)",
        ]
        // Otherwise dictionaries would have another order each time.
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["SWIFT_DETERMINISTIC_HASHING": "1"], uniquingKeysWith: { $1 })
        let output = Pipe()
        process.standardError = output
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        let line = text.split(separator: "\n").first { $0.contains("Collected : ") }
        guard process.terminationStatus == 0, let count = line?.split(separator: " ").last.flatMap({ Int($0) }) else {
            throw ReportError("valgrind could not run \(probe) \(name): \(text)")
        }
        return count
    }
}
