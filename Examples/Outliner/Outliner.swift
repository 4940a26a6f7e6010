import Foundation

/// Opens or creates an outline, adds a line for each further argument, and prints it.
///
/// ```
/// swift run --package-path Examples Outliner garden.graphz Paint "  red" "  green" Brushes
/// ```
@main struct Outliner {
    @MainActor static func main() async {
        do {
            try await run()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    @MainActor static func run() async throws {
        guard let path = CommandLine.arguments.dropFirst().first else {
            return print("Usage: Outliner FILE [LINE]…\nTwo spaces before a line put it one level down.")
        }
        let url = URL(filePath: path)
        let document =
            if FileManager.default.fileExists(atPath: path) {
                try await OutlineDocument.open(url)
            } else {
                try OutlineDocument.create(at: url, title: url.deletingPathExtension().lastPathComponent)
            }
        if let number = document.openedBackup {
            print("The file is damaged. This is backup \(number).")
        }
        add(CommandLine.arguments.dropFirst(2), to: document)
        print(text(of: document.outline))
        try await document.close()
    }

    /// Adds lines at the depth of their indentation.
    @MainActor static func add(_ lines: some Sequence<String>, to document: OutlineDocument) {
        var path = [document.outline.root]
        for line in lines {
            let depth = min(line.prefix { $0 == " " }.count / 2, path.count - 1)
            path.removeSubrange((depth + 1)...)
            path.append(document.add(line.trimmingCharacters(in: .whitespaces), below: path[depth]))
        }
    }

    /// Returns the outline as text.
    static func text(of outline: Outline) -> String {
        let lines = outline.lines.map { depth, item in
            String(repeating: "  ", count: depth) + (item.isDone ? "✓ " : "- ") + item.text
                + (item.link.map { " → \($0.text)" } ?? "")
        }
        return ([outline.title] + lines).joined(separator: "\n")
    }
}
