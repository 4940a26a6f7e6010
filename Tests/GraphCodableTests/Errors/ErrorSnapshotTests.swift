import Foundation
import TestSupport
import Testing

/// Every sentence that the libraries can say, in one file that a person can read.
///
/// A new text fails until the file has it: `MAKE_GOLDENS=1 swift test --filter ErrorSnapshotTests` writes it.
struct ErrorSnapshotTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL
    private static let snapshot = root.appending(path: "Tests/Texts/errors.txt")
    private static let libraries = [
        "CyclicCoding", "GraphCodable", "GraphCodableCompression", "GraphInspection", "Serializable",
        "VersionedCodable",
    ]

    /// The sentences of each file, as lines of its path and a text.
    private static let lines = Result {
        try libraries.flatMap { library in
            let folder = root.appending(path: "Sources/\(library)")
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            return try (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
                .flatMap { file in
                    try SourceTexts.texts(in: String(contentsOf: file, encoding: .utf8), wordCount: 3)
                        .map { "\(library)/\(file.lastPathComponent): \($0)" }
                }
        }.sorted()
    }

    @Test func everyTextOfTheLibrariesIsInTheList() throws {
        let text = try Self.lines.get().joined(separator: "\n") + "\n"
        if ProcessInfo.processInfo.environment["MAKE_GOLDENS"] != nil {
            try Data(text.utf8).write(to: Self.snapshot)
        }
        let listed = try String(contentsOf: Self.snapshot, encoding: .utf8).split(separator: "\n").map(String.init)
        let found = text.split(separator: "\n").map(String.init)
        #expect(found.count > 200)
        for change in found.difference(from: listed) {
            switch change {
            case .insert(_, let text, _): Issue.record("A text is not in \(Self.snapshot.path): \(text)")
            case .remove(_, let text, _): Issue.record("A text is gone from the sources: \(text)")
            }
        }
    }

    /// What has been mended once does not come back.
    @Test func noTextHasWhatReadersDidNotUnderstand() throws {
        let refused = [
            "stands for", "stand for", "names object", "names type", "names key", "had not been begun", "can be had",
            "is no class", "was no class", "is no number", "is no whole", "is no Unicode", "has to be in place",
            "What is kept",
        ]
        for line in try Self.lines.get() {
            for words in refused where line.contains(words) {
                Issue.record("'\(words)' in \(line)")
            }
        }
    }

    /// An exceeded limit has the name of its property, as the one to raise.
    @Test func aLimitHasItsName() throws {
        for line in try Self.lines.get()
        where ["more than the … that", "of the encoder's policy", "levels deep"].contains(where: { line.contains($0) })
        {
            let names = ["maximum", "GraphDecodingPolicy.…", "no CyclicEncoder makes"]
            #expect(names.contains { line.contains($0) }, "\(line)")
        }
    }

    @Test func literalsAreFoundInAnyForm() {
        let source = #"""
            // "a comment is not one"
            let a = "one \(f("an inner one here", (1, 2))) two" + "three four five"
            let b = """
                A long one \
                goes on with \(b) here.
                """
            let c = "short"; let d = "with \"quotes\" in it"
            """#
        #expect(
            SourceTexts.texts(in: source, wordCount: 3) == [
                "an inner one here", "one … two", "three four five", "A long one goes on with … here.",
                "with \"quotes\" in it",
            ])
    }
}
