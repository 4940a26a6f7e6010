import Foundation
import GraphCodable
import GraphCodableCompression

/// An outline in a file, which is opened without blocking the interface, edited, undone, and saved automatically.
@MainActor final class OutlineDocument {
    /// The number of previous versions of the file to keep.
    nonisolated static let backupCount = 3

    let outline: Outline
    /// The number of the backup that was opened because the file was damaged; `nil` for the file itself.
    let openedBackup: Int?
    /// The reason why the file cannot be saved at the moment; `nil` if it can.
    private(set) var saveError: (any Error)?
    private var undoable: [Edit] = []
    private var redoable: [Edit] = []
    private var autosaver: GraphAutosaver?

    private init(
        _ outline: Outline, url: URL, version: GraphFileVersion?, openedBackup: Int?, timing: GraphAutosaver.Timing
    ) throws {
        self.outline = outline
        self.openedBackup = openedBackup
        // The document owns the autosaver, which must not own the document.
        autosaver = try GraphAutosaver(
            to: url, after: version, keeping: Self.backupCount, timing: timing
        ) { [weak self] result in
            Task { @MainActor in self?.didSave(result) }
        }
    }

    /// Creates a document with a new file.
    static func create(
        at url: URL, title: String, timing: GraphAutosaver.Timing = .init()
    ) throws -> OutlineDocument {
        let document = try OutlineDocument(
            Outline(title: title), url: url, version: .absent, openedBackup: nil, timing: timing)
        document.saveLater()
        return document
    }

    /// Opens a file or, if it is damaged, its newest undamaged backup. Nothing is saved before the first edit, and the
    /// damaged file then becomes a backup.
    ///
    /// A file that a newer program wrote is not damaged: its error is thrown, and it stays as it is.
    static func open(
        _ url: URL, progress: Progress? = nil, timing: GraphAutosaver.Timing = .init()
    ) async throws -> OutlineDocument {
        let loaded = try await read(url, progress)
        return try OutlineDocument(
            loaded.root, url: url, version: loaded.version, openedBackup: loaded.backup, timing: timing)
    }

    /// This method is not isolated, so the outline is decoded without blocking the interface, and then sent to the main
    /// actor.
    private nonisolated static func read(
        _ url: URL, _ progress: Progress?
    ) async throws -> sending LoadedGraph<Outline> {
        try await GraphDecoder().load(Outline.self, from: url, backups: backupCount, progress: progress)
    }

    /// Saves unsaved changes. Afterwards the document cannot be edited.
    func close() async throws {
        do {
            try await autosaver?.finish()
            autosaver = nil
        } catch {
            saveError = error
            throw error
        }
    }
}

extension OutlineDocument {
    // MARK: Editing

    var hasUnsavedChanges: Bool { autosaver?.hasUnsavedState ?? false }
    var canUndo: Bool { !undoable.isEmpty }
    var canRedo: Bool { !redoable.isEmpty }

    /// Adds a line as the last child of `parent`; by default at the top level.
    @discardableResult
    func add(_ text: String, below parent: Item? = nil) -> Item {
        let (item, parent) = (Item(text), parent ?? outline.root)
        edit(.insert(item, below: parent, at: parent.children.count))
        return item
    }

    func remove(_ item: Item) {
        guard let parent = item.parent, let index = parent.children.firstIndex(where: { $0 === item }) else { return }
        edit(.remove(below: parent, at: index))
    }

    func edit(_ edit: Edit) {
        undoable.append(edit.apply())
        redoable = []
        saveLater()
    }

    func undo() {
        guard let edit = undoable.popLast() else { return }
        redoable.append(edit.apply())
        saveLater()
    }

    func redo() {
        guard let edit = redoable.popLast() else { return }
        undoable.append(edit.apply())
        saveLater()
    }
}

extension OutlineDocument {
    // MARK: Saving

    /// Lets the autosaver save the outline soon, as it is by then.
    private func saveLater() {
        autosaver?.setNeedsSave { [outline] in outline }
    }

    /// Saves the document although another program has changed the file, which becomes a backup.
    func replaceChangedFile() {
        autosaver?.replaceChangedFile()
    }

    /// Whether another program has changed the file, so that somebody has to decide.
    var isFileChanged: Bool { (saveError as? GraphContainerError)?.code == .fileChanged }

    private func didSave(_ result: Result<Void, any Error>) {
        saveError = if case .failure(let error) = result { error } else { nil }
    }
}
