import Foundation

/// The page in two parts. The archive is inserted between them.
struct PageTemplate {
    let beginning: String
    let end: String

    /// Reads `page.html`, `style.css` and `main.js`.
    init(folder: URL) throws {
        let template = try String(contentsOf: folder.appending(path: "page.html"), encoding: .utf8)
        let style = try "\n" + String(contentsOf: folder.appending(path: "style.css"), encoding: .utf8)
        let script = try "\n" + ScriptBundle(main: folder.appending(path: "main.js")).text
        for (name, text) in [("script", script), ("style", style)] {
            guard !text.lowercased().contains("</\(name)") else {
                throw PageError(message: "the \(name) holds its own end tag")
            }
        }
        let parts = template.components(separatedBy: "{{archive}}")
        guard parts.count == 2 else { throw PageError(message: "page.html must have {{archive}} once") }
        let filled = parts.map {
            $0.replacingOccurrences(of: "{{style}}", with: style)
                .replacingOccurrences(of: "{{script}}", with: script)
        }
        (beginning, end) = (filled[0], filled[1])
    }

    /// The Swift source file that contains the page.
    ///
    /// A string literal compiles quickly; the array of bytes that SwiftPM generates for an embedded resource does not.
    var swiftSource: String {
        """
        // Made by PageMaker.

        extension ExplorePage {
            static let beginning = ###\"""
        \(beginning)
        \"""###

            static let end = ###\"""
        \(end)
        \"""###
        }

        """
    }
}

/// An error in the sources of the page.
struct PageError: Error, CustomStringConvertible {
    let message: String

    var description: String { message }
}
