#if Macros && (os(Linux) || os(macOS))
import Foundation
import TestSupport

/// The compiler, which knows more than the macro.
enum Compiler {
    /// What the compiler says about a source that uses the modules and the plugin beside the tests, in its order: each text
    /// after the line of the source, or after `expansion` if it is about generated code.
    ///
    /// - Parameter initializers: Whether to check that initializers set each property once.
    static func messages(for source: String, initializers: Bool = false) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Cases.swift")
        try Data(source.utf8).write(to: file)
        let plugin = try PluginProcess.executable()
        let products = plugin.deletingLastPathComponent()
        let arguments = [
            "swiftc", initializers ? "-emit-sil" : "-typecheck", file.path, "-swift-version", "6",
            "-diagnostic-style", "llvm", "-module-name", "Cases",
            "-I", products.appending(path: "Modules").path,
            "-Xcc", "-fmodule-map-file=\(products.appending(path: "CStack.build/module.modulemap").path)",
            "-load-plugin-executable", "\(plugin.path)#GraphCodableMacrosPlugin",
        ]
        return try ProgramRun("/usr/bin/env", arguments).errors.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 4)
            guard parts.count == 5, parts[3] == " error" || parts[3] == " warning" else { return nil }
            let text = parts[4].dropFirst()
            let message = text.range(of: "is unavailable: ").map { text[$0.upperBound...] } ?? text
            let own = message.range(of: " (from macro ").map { message[..<$0.lowerBound] } ?? message
            return "\(parts[0] == file.path ? parts[1] : "expansion"):\(own)"
        }
    }
}
#endif
