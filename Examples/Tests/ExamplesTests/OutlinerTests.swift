import Foundation
import GraphCodable
import GraphCodableCompression
import Testing

@testable import Outliner

/// The example of a document: opened elsewhere, edited, undone, saved by itself, restored from a backup.
@Suite @MainActor struct OutlinerTests {
    private static let sample = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Outliner/Sample/Version1.graphz").standardizedFileURL

    private nonisolated static let makesGoldens = ProcessInfo.processInfo.environment["MAKE_GOLDENS"] != nil

    /// Each state is written, and each file that it replaces is kept.
    private static let timing = GraphAutosaver.Timing(betweenWrites: .zero, betweenBackups: .zero)

    private func inFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "Outliner-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "garden.graphz"))
    }

    private func text(_ document: OutlineDocument) -> String {
        Outliner.text(of: document.outline)
    }

    @Test func anOutlineComesBackWithItsLinks() async throws {
        try await inFolder { url in
            let document = try OutlineDocument.create(at: url, title: "Garden")
            Outliner.add(["Paint", "  red", "  green", "Brushes"], to: document)
            let items = document.outline.lines.map(\.item)
            document.edit(.setLink(items[0], to: items[3]))
            document.edit(.setLink(items[3], to: items[0]))
            document.edit(.setDone(items[1], true))
            let expected = "Garden\n- Paint → Brushes\n  ✓ red\n  - green\n- Brushes → Paint"
            #expect(text(document) == expected)
            #expect(document.hasUnsavedChanges)
            try await document.close()
            #expect(!document.hasUnsavedChanges)

            let progress = Progress(totalUnitCount: 1)
            let opened = try await OutlineDocument.open(url, progress: progress)
            #expect(text(opened) == expected && opened.openedBackup == nil && progress.isFinished)
            let paint = opened.outline.root.children[0]
            #expect(paint.link?.link === paint && paint.children[0].parent === paint)
        }
    }

    @Test func editsAreUndoneAndDoneAgain() async throws {
        try await inFolder { url in
            let document = try OutlineDocument.create(at: url, title: "Plan")
            var states = [text(document)]
            let item = document.add("one")
            states.append(text(document))
            document.add("below", below: item)
            states.append(text(document))
            document.edit(.setText(item, "first"))
            states.append(text(document))
            document.remove(item)
            states.append(text(document))
            for state in states.dropLast().reversed() {
                document.undo()
                #expect(text(document) == state)
            }
            #expect(!document.canUndo && document.canRedo)
            for state in states.dropFirst() {
                document.redo()
                #expect(text(document) == state)
            }
            document.undo()
            #expect(item.children[0].parent === item)
            try await document.close()
            #expect(try await text(OutlineDocument.open(url)) == states[3])
        }
    }

    @Test func aDamagedFileIsOpenedFromItsBackup() async throws {
        try await inFolder { url in
            for title in ["one", "two", "three"] {
                let document =
                    title == "one"
                    ? try OutlineDocument.create(at: url, title: "Log", timing: Self.timing)
                    : try await OutlineDocument.open(url, timing: Self.timing)
                document.add(title)
                try await document.close()
            }
            try Data("damage".utf8).write(to: url)
            let opened = try await OutlineDocument.open(url, timing: Self.timing)
            #expect(opened.openedBackup == 1)
            #expect(opened.outline.lines.map(\.item.text) == ["one", "two"])
            try await opened.close()
            // Nothing was edited, so the damaged file is there as it was.
            #expect(try Data(contentsOf: url) == Data("damage".utf8))
            let edited = try await OutlineDocument.open(url, timing: Self.timing)
            edited.add("four")
            try await edited.close()
            #expect(try await OutlineDocument.open(url).openedBackup == nil)
            #expect(try Data(contentsOf: url.appendingPathExtension("1")) == Data("damage".utf8))
        }
    }

    /// A newer program has a class that this one does not have.
    @Test func aFileOfANewerProgramIsNeitherReplacedNorCalledDamaged() async throws {
        try await inFolder { url in
            let document = try OutlineDocument.create(at: url, title: "Log", timing: Self.timing)
            document.add("one")
            try await document.close()
            var archive = try GraphEncoder().encode(document.outline) as Data
            let name = try #require(archive.firstRange(of: Data("outliner.Item".utf8)))
            archive.replaceSubrange(name, with: Data("outliner.Leaf".utf8))
            try await GraphEncoder().save(encoded: archive, to: url, keeping: OutlineDocument.backupCount)
            let before = try Data(contentsOf: url)
            let error = await #expect(throws: GraphCodableError.self) { _ = try await OutlineDocument.open(url) }
            #expect(error?.code == .typeNotFound && error?.message.contains("outliner.Leaf") == true)
            #expect(try Data(contentsOf: url) == before)
        }
    }

    /// A newer program has a field that this one does not have, and so a higher version.
    @Test func newFieldsOfANewerProgramAreNotLost() async throws {
        try await inFolder { url in
            var archive = try GraphEncoder().encode(Outline(title: "Log")) as Data
            let name = try #require(archive.lastRange(of: Data("outliner.Outline".utf8)))
            #expect(archive[name.upperBound] == 2)
            archive[name.upperBound] = 3
            try await GraphEncoder().save(encoded: archive, to: url)
            let error = await #expect(throws: GraphCodableError.self) { _ = try await OutlineDocument.open(url) }
            #expect(error?.code == .newerVersion)
        }
    }

    @Test func aFileThatAnotherProgramHasChangedIsKept() async throws {
        try await inFolder { url in
            let document = try OutlineDocument.create(at: url, title: "Log", timing: Self.timing)
            try await document.close()
            let mine = try await OutlineDocument.open(url, timing: Self.timing)
            let theirs = try await OutlineDocument.open(url, timing: Self.timing)
            theirs.add("theirs")
            try await theirs.close()
            mine.add("mine")
            await #expect(throws: GraphContainerError.self) { try await mine.close() }
            #expect(mine.isFileChanged)
            #expect(try await text(OutlineDocument.open(url)) == "Log\n- theirs")
            mine.replaceChangedFile()
            try await mine.close()
            #expect(try await text(OutlineDocument.open(url)) == "Log\n- mine")
            let backup = try await GraphDecoder().load(Outline.self, from: url.appendingPathExtension("1"))
            #expect(Outliner.text(of: backup) == "Log\n- theirs")
        }
    }

    @Test func aFileThatCannotBeSavedIsReportedAndSavedLater() async throws {
        try await inFolder { url in
            let folder = url.deletingLastPathComponent()
            let moved = folder.appendingPathExtension("moved")
            let document = try OutlineDocument.create(at: url, title: "Log", timing: Self.timing)
            try FileManager.default.moveItem(at: folder, to: moved)
            document.add("one")
            await #expect(throws: GraphContainerError.self) { try await document.close() }
            try FileManager.default.moveItem(at: moved, to: folder)
            try await document.close()
            #expect(try await text(OutlineDocument.open(url)) == "Log\n- one")
        }
    }

    @Test(.disabled(if: makesGoldens)) func aFileOfVersion1IsRead() async throws {
        try await inFolder { url in
            try FileManager.default.copyItem(at: Self.sample, to: url)
            let document = try await OutlineDocument.open(url)
            let expected = "- Garden\n  - Paint the bench\n    - red\n    - green\n  - Buy seeds\n- Kitchen"
            #expect(text(document) == "Garden\n" + expected)
            let bench = document.outline.lines[1].item
            #expect(bench.parent?.text == "Garden" && !bench.isDone)
            document.edit(.setDone(bench, true))
            try await document.close()
            #expect(try await OutlineDocument.open(url).outline.lines[1].item.isDone)
        }
    }

    /// Makes the sample with `make goldens`. Classes of both versions cannot be encoded in one process, because they share names.
    @Test(.enabled(if: makesGoldens)) func anArchiveGivesTheSameBytesAsEver() throws {
        let archive = try GraphEncoder().encode(OutlinerVersion1.sample) as Bytes
        try GraphEncoder().save(encoded: archive, to: Self.sample, codec: .lz4)
    }
}
