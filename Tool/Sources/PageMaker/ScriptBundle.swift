import Foundation

/// The JavaScript modules of the page, bundled as one script because browsers don't load modules for a page opened from
/// disk.
///
/// Each module becomes a function that is called once and returns the module's exports. An import must be one line,
/// `import { a, b } from './c.js';`, and an export a declaration: `export function a() …`.
struct ScriptBundle {
    var text: String {
        "'use strict';\n(() => {\n" + modules.joined() + "})();\n"
    }

    private var modules: [String] = []
    private var numbers: [URL: Int] = [:]
    private var open: Set<URL> = []

    /// - Parameter main: The module to run. The modules that it imports come before it.
    init(main: URL) throws {
        _ = try add(main.standardizedFileURL)
    }

    /// Adds a module after the modules that it imports. Returns its number.
    private mutating func add(_ url: URL) throws -> Int {
        if let number = numbers[url] { return number }
        let name = url.lastPathComponent
        guard open.insert(url).inserted else { throw PageError(message: "\(name) imports itself") }
        var exports: [String] = []
        var lines: [Substring] = []
        for line in try String(contentsOf: url, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        {
            if let match = line.wholeMatch(of: /import (\{[^}]*\}) from '([^']+)';/) {
                let file = url.deletingLastPathComponent().appending(path: match.2).standardizedFileURL
                lines.append("const \(match.1) = module\(try add(file));")
            } else if let match = line.prefixMatch(of: /export ((?:async )?function\*?|class|const) (\w+)/) {
                exports.append(String(match.2))
                lines.append(line.dropFirst("export ".count))
            } else if line.hasPrefix("import") || line.hasPrefix("export") {
                throw PageError(message: "\(name) has a line that is not understood: \(line)")
            } else {
                lines.append(line)
            }
        }
        let number = numbers.count
        numbers[url] = number
        modules.append(
            "\n// \(name)\nconst module\(number) = (() => {\n\(lines.joined(separator: "\n"))"
                + "return { \(exports.joined(separator: ", ")) };\n})();\n")
        return number
    }
}
