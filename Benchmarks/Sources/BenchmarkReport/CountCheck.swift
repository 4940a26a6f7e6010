import Foundation

/// Compares the instructions and allocations that each workload takes with the committed ones.
struct CountCheck {
    /// The workloads, as `WorkloadProbe` calls them, with how often to run them.
    private static let workloads: [(name: String, repetitions: Int)] = [
        ("NumericStruct", 2_000), ("Sample", 1_000), ("MediaContent", 1_000), ("NumericStruct-list", 500),
        ("Sample-list", 500), ("MediaContent-list", 500), ("dag-20000", 2), ("views-20000", 2), ("strings-20000", 2),
        ("dictionary-10000", 2), ("structs-20000", 2), ("editor-3000", 2),
    ]
    /// Those that have a form with the macro, which must take no more than by hand.
    private static let macroWorkloads: Set<String> = [
        "NumericStruct", "Sample", "MediaContent", "NumericStruct-list", "Sample-list", "MediaContent-list",
        "dag-20000", "views-20000", "structs-20000",
    ]
    /// What the macro's form may take more than that by hand, as a share. References may wait in the macro's form of the `dag`,
    /// but not in that by hand.
    private static let macroTolerance = 0.03
    /// What instructions may be above their threshold before the check fails, as a share: compilers of different versions
    /// differ by less, and changes that someone notices by more.
    private static let instructionTolerance = 0.05
    /// The same for allocations, which only differ by when a buffer grows; small counts must not grow at all.
    private static let allocationTolerance = 0.01

    let probe: String
    /// The folder of `instructions.json` and `allocations.json`.
    let thresholds: String

    /// Prints how the counts compare.
    ///
    /// - Throws: `ReportError` if one is above its threshold by more than is tolerated, or has none.
    func run() throws {
        let instructions = try read("instructions.json")
        let allocations = try read("allocations.json")
        var table = MarkdownTable(
            ["workload", "instructions", "threshold", "change", "allocations", "threshold", "change", "verdict"],
            leftAligned: [0, 7])
        var failures: [String] = []
        try measure { name, counts in
            guard let instructionThreshold = instructions[name], let allocationThreshold = allocations[name] else {
                throw ReportError("\(thresholds) has no threshold for \(name). Run `make bench-thresholds`.")
            }
            var excesses: [String] = []
            if exceeds(counts.instructions, instructionThreshold, Self.instructionTolerance) {
                excesses.append("TOO MANY INSTRUCTIONS")
            }
            if exceeds(counts.allocations, allocationThreshold, Self.allocationTolerance) {
                excesses.append("TOO MANY ALLOCATIONS")
            }
            if !excesses.isEmpty {
                failures.append(name)
            }
            table.append([
                name, "\(counts.instructions)", "\(instructionThreshold)",
                change(counts.instructions, instructionThreshold), "\(counts.allocations)", "\(allocationThreshold)",
                change(counts.allocations, allocationThreshold),
                excesses.isEmpty ? "ok" : excesses.joined(separator: ", "),
            ])
        }
        print(table.text)
        failures += try checkMacro()
        guard failures.isEmpty else { throw Self.error(failures, thresholds) }
        print("Every workload is within its thresholds.")
    }

    /// Compares the form with the macro with that by hand, both as they are now.
    ///
    /// - Returns: The workloads in which the macro takes more than is tolerated.
    private func checkMacro() throws -> [String] {
        let callgrind = Callgrind(probe: probe)
        var table = MarkdownTable(["workload", "by hand", "macro", "change", "verdict"], leftAligned: [0, 4])
        var failures: [String] = []
        for (name, repetitions) in Self.workloads where Self.macroWorkloads.contains(name) {
            for operation in ["encode", "decode"] {
                let byHand = try callgrind.counts(name, operation, repetitions: repetitions).instructions
                let macro = try callgrind.counts(name, operation, repetitions: repetitions, by: "macro").instructions
                let isTooMuch = exceeds(macro, byHand, Self.macroTolerance)
                if isTooMuch {
                    failures.append("\(name)/\(operation) with the macro")
                }
                table.append([
                    "\(name)/\(operation)", "\(byHand)", "\(macro)", change(macro, byHand),
                    isTooMuch ? "TOO MANY INSTRUCTIONS" : "ok",
                ])
            }
        }
        print(table.text)
        return failures
    }

    /// Takes the counts of now as thresholds.
    func update() throws {
        var instructions: [String: Int] = [:]
        var allocations: [String: Int] = [:]
        try measure { name, counts in
            instructions[name] = counts.instructions
            allocations[name] = counts.allocations
        }
        try write(instructions, "instructions.json")
        try write(allocations, "allocations.json")
    }

    private static func error(_ failures: [String], _ thresholds: String) -> ReportError {
        let instructions = Int(instructionTolerance * 100)
        let allocations = Int(allocationTolerance * 100)
        let macro = Int(macroTolerance * 100)
        return ReportError(
            """
            These take over \(instructions) % more instructions or over \(allocations) % more allocations than \(thresholds) \
            allows, or over \(macro) % more instructions with the macro than by hand: \(failures.joined(separator: ", ")).
            If the change is worth it, or the compiler is another one, run `make bench-thresholds`, commit what it changes, and \
            say why.
            """)
    }

    private func exceeds(_ count: Int, _ threshold: Int, _ tolerance: Double) -> Bool {
        Double(count) > Double(threshold) * (1 + tolerance)
    }

    private func change(_ count: Int, _ threshold: Int) -> String {
        count == threshold ? "" : String(format: "%+.1f %%", (Double(count) / Double(max(threshold, 1)) - 1) * 100)
    }

    private func measure(_ body: (String, Callgrind.Counts) throws -> Void) throws {
        let callgrind = Callgrind(probe: probe)
        for (name, repetitions) in Self.workloads {
            for operation in ["encode", "decode"] {
                try body("\(name)/\(operation)", callgrind.counts(name, operation, repetitions: repetitions))
            }
        }
    }

    private func read(_ file: String) throws -> [String: Int] {
        try JSONDecoder().decode(
            [String: Int].self, from: Data(contentsOf: URL(fileURLWithPath: "\(thresholds)/\(file)")))
    }

    private func write(_ counts: [String: Int], _ file: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(counts) + Data("\n".utf8)).write(to: URL(fileURLWithPath: "\(thresholds)/\(file)"))
    }
}
