import Foundation
import Testing

/// A program that ends with an error says so, and does not crash.
struct FailureTests {
    /// The folder of the built programs, which lie beside the bundle of the tests.
    private static var programs: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        return (bundle ?? URL(filePath: CommandLine.arguments[0])).resolvingSymlinksInPath().deletingLastPathComponent()
    }

    @Test(arguments: [
        ("Outliner", ["missing/garden.graphz", "a"]), ("ThousandSaves", ["answer", "missing"]), ("PackageGraph", []),
        ("GameSave", []),
    ]) func errorsArePrinted(program: String, arguments: [String]) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "Failure-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        // No folder can be created where these are.
        try Data().write(to: folder.appending(path: "Demo"))
        let errors = folder.appending(path: "errors")
        try Data().write(to: errors)

        let process = Process()
        process.executableURL = Self.programs.appending(path: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": errors.path]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 1)
        let text = try String(contentsOf: errors, encoding: .utf8)
        #expect(!text.isEmpty && !text.contains("Fatal error"), "\(text)")
    }
}
