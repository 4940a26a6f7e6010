import Foundation
import TestSupport
import Testing

/// A program made of code samples, compiled against the package and run as its user would run it.
///
/// The samples lie in Tests/GuidePrograms, one file each, exactly as the guides print them. They declare types of the same
/// names and conformances that hold for a whole process, and some only work at the top level of a program. So each
/// test compiles a program of its own.
struct GuideProgram {
    /// The parts of the program's main file, in order.
    var parts: [String] = []
    var moduleName = "MyCodableApp"
    /// The guides' samples have spaces in `private (set)`, which only Swift 5 takes.
    var languageMode = "5"
    /// More options for the compiler.
    var options: [String] = []
    /// What the program imports before its first line: the guides' samples rely on that.
    var imports = ["Foundation", "GraphCodable"]
    /// The program's home directory.
    var home: URL?

    /// A program of samples.
    ///
    /// - Parameters:
    ///   - samples: Paths below Tests/GuidePrograms, without the extension.
    ///   - appending: Code to add at the end.
    init(_ samples: String..., appending: String = "") throws {
        parts = try samples.map(Self.sample) + [appending]
    }

    init(source: String) {
        parts = [source]
    }

    /// A program that is compiled as it stands, in Swift 6, with its own imports.
    init(complete source: String) {
        parts = [source]
        imports = []
        languageMode = "6"
        options = ["-warnings-as-errors"]
    }

    /// Reads the source as a manifest.
    ///
    /// - Returns: What the package manager understands, as JSON.
    func manifest() throws -> String {
        let directory = FileManager.default.temporaryDirectory.appending(path: "GuideManifest-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try parts.joined().write(to: directory.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
        return try Self.run("/usr/bin/env", ["swift", "package", "--package-path", directory.path, "dump-package"])
    }

    /// The text of a sample.
    static func sample(_ name: String) throws -> String {
        let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = directory.appending(path: "GuidePrograms").appending(path: name + ".swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        // The first line keeps the formatter away.
        return String(text.drop { $0 != "\n" }.dropFirst())
    }

    /// Compiles and runs the program.
    ///
    /// - Returns: All that it printed.
    func output() throws -> String {
        let directory = FileManager.default.temporaryDirectory.appending(path: "GuideProgram-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let main = directory.appending(path: "main.swift")
        let source = (imports.map { "import \($0)" } + parts).joined(separator: "\n")
        try source.write(to: main, atomically: true, encoding: .utf8)
        let program = directory.appending(path: "program")
        let products = try Self.products()
        var options = ["-swift-version", languageMode, "-module-name", moduleName] + options
        if source.contains("import GraphCodableMacros") {
            let plugin = products.appending(path: "GraphCodableMacrosPlugin-tool").path
            options += ["-load-plugin-executable", plugin + "#GraphCodableMacrosPlugin"]
        }
        let maps =
            [products.appending(path: "CStack.build")]
            + ["CZlib", "CLZ4", "CLinux"].map { Self.sources.appending(path: $0) }
        let modules =
            ["-I", products.appending(path: "Modules").path]
            + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.appending(path: "module.modulemap").path)"] }
        let files =
            Self.linker + [
                main.path, try Self.library.get().path, "-Xlinker", "-rpath", "-Xlinker", products.path, "-o",
                program.path,
            ]
        try Self.run("/usr/bin/env", ["swiftc"] + options + modules + files)
        // Programs may run at the same time and save to files of the same name, so each gets a folder for temporary files.
        var environment = ProcessInfo.processInfo.environment
        environment["TMPDIR"] = directory.path
        if let home {
            environment["HOME"] = home.path
            environment["CFFIXED_USER_HOME"] = home.path
            environment["XDG_CONFIG_HOME"] = nil
        }
        return try Self.run(program.path, [], environment: environment)
    }

    /// All libraries of the package, linked once for all programs of a run of the tests.
    private static let library = Result {
        let products = try Self.products()
        let objects = try Self.objects(of: libraries, in: products)
        let name = "libGraphCodableOfGuides.so"
        let library = products.appending(path: name)
        // Other tests may run in the same folder.
        let temporary = products.appending(path: "\(UUID())-\(name)")
        try run(
            "/usr/bin/env",
            ["swiftc", "-emit-library", "-lz", "-llz4"] + objects + ["-o", temporary.path] + soname(name))
        guard rename(temporary.path, library.path) == 0 else {
            throw Failure(output: "\(library.path) cannot be replaced.")
        }
        return library
    }

    /// The linker that comes with the toolchain on Linux, which takes half of the time.
    private static var linker: [String] {
        #if os(Linux)
        ["-use-ld=lld"]
        #else
        []
        #endif
    }

    private static let libraries = [
        "CStack", "GraphCodable", "GraphCodableMacros", "GraphCodableCompression", "GraphInspection", "CyclicCoding",
        "VersionedCodable", "Serializable",
    ]

    /// Lets programs look for the library by its final name.
    private static func soname(_ name: String) -> [String] {
        #if os(macOS)
        ["-Xlinker", "-install_name", "-Xlinker", "@rpath/\(name)"]
        #else
        ["-Xlinker", "-soname", "-Xlinker", name]
        #endif
    }

    /// The object files of modules of the package.
    private static func objects(of modules: [String], in products: URL) throws -> [String] {
        try modules.flatMap { module in
            // Object files of sources that are gone, or belong to another module now, stay behind.
            let files = FileManager.default.enumerator(
                at: sources.appending(path: module), includingPropertiesForKeys: nil)
            let names = Set((files?.allObjects ?? []).compactMap { ($0 as? URL)?.lastPathComponent })
            return try FileManager.default.contentsOfDirectory(
                at: products.appending(path: "\(module).build"), includingPropertiesForKeys: nil
            ).filter { $0.pathExtension == "o" && names.contains($0.deletingPathExtension().lastPathComponent) }
        }.map(\.path)
    }

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
        .standardizedFileURL

    /// Where the package manager puts modules and object files: above the test program.
    private static func products() throws -> URL {
        #if os(macOS)
        let start = Bundle(for: Marker.self).bundleURL
        #else
        let start = URL(filePath: CommandLine.arguments[0])
        #endif
        var directory = start.standardizedFileURL
        while directory.path != "/" {
            directory.deleteLastPathComponent()
            let module = directory.appending(path: "Modules/GraphCodable.swiftmodule")
            if FileManager.default.fileExists(atPath: module.path) {
                return directory
            }
        }
        throw Failure(output: "The module GraphCodable is not near \(start.path).")
    }

    @discardableResult
    private static func run(_ path: String, _ arguments: [String], environment: [String: String]? = nil) throws
        -> String
    {
        let run = try ProgramRun(path, arguments, environment: environment)
        guard run.status == 0 else {
            throw Failure(output: run.text + run.errors)
        }
        return run.text + run.errors
    }

    struct Failure: Error, CustomStringConvertible {
        let output: String
        var description: String { output }
    }

    private final class Marker {}
}

/// A directory that is gone after the test.
struct TemporaryHome: ~Copyable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "GuideHome-\(UUID())")
        try FileManager.default.createDirectory(
            at: url.appending(path: "Documents"), withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
