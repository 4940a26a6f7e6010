import GraphCodable

/// An open archive file from which a program loads the objects that it needs.
///
/// Opening reads the beginning, the directory and the record table of the archive, which may be compressed or raw. Of the
/// objects, only the blocks that hold them are read and decompressed.
///
/// ```swift
/// let file = try GraphFile(contentsOf: url)
/// for type in file.summary.types { print(type.name, type.count) }
/// var pages = file.objects(of: Page.self)
/// while let page = try pages.next() { print(page.title) }
/// ```
///
/// A load creates the object and all objects to which it leads by ordinary references. When it has returned, these are
/// complete: deferred values are set, and `didDecode` was called. A property of the type `GraphReference` ends there: its
/// object is loaded when the program asks for it.
///
/// All loads share identity: each load that leads to an object gives the same instance. This object holds what has been
/// loaded, because weak references of loaded objects may lead to others that the program does not hold. So keep it beside the
/// root: when it is gone, these references are nil, and loading parts and saving them throw `misuse` rather than lose one. To go
/// through a large file in little memory, set ``keepsObjects`` to `false`.
///
/// A load ends with `CancellationError` if its task is cancelled.
///
/// The file stays open as long as this object or an unloaded `GraphReference` exists. So it can still be read, and its parts
/// be copied, when another one has been saved in its place.
///
/// An open file and the objects that come from it belong to one thread or actor; the compiler checks that the file stays
/// there.
public final class GraphFile {
    /// The types with their versions and counts, the shapes, keys, and the number of objects.
    public var summary: GraphArchiveSummary { archive.summary }
    /// The form, codec, sizes and metadata of the file.
    public let inspection: GraphContainer.Inspection
    /// What the file held when it was opened. With it, a ``GraphAutosaver`` does not replace what another program has saved.
    public let version: GraphFileVersion
    private let archive: OpenArchive

    /// Opens an archive file.
    ///
    /// - Parameters:
    ///   - location: The path or URL of a regular file.
    ///   - options: The limits of opening and of each load, and the codecs.
    /// - Throws: ``GraphContainerError``, with any code, and `GraphCodableError` if the payload is not a raw archive that
    ///   this release can read, or exceeds a limit.
    /// - Complexity: O(*r* + *d* + *b*) for *r* records, a directory of *d* bytes and *b* blocks.
    public convenience init(
        contentsOf location: some GraphFileLocation,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws {
        try self.init(GraphContainerFile(location, options: options))
    }

    init(_ file: GraphContainerFile) throws {
        inspection = file.inspection
        version = try GraphFileVersion(of: file.file)
        archive = try addingPathToErrors(file.file.path) {
            try OpenArchive(
                file.blocks(), arrivedByteCount: Int(clamping: file.summary.archiveByteCount),
                chargesBlocks: file.summary.kind == .compressed, policy: file.policy)
        }
        archive.path = file.file.path
    }

    deinit {
        archive.close()
    }

    /// The context that `init(from:)` gets from `GDecoder.userInfo`.
    @preconcurrency public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { archive.userInfo }
        set { archive.userInfo = newValue }
    }

    /// Whether this object holds every object that it loads from now on. The default is `true`.
    ///
    /// Otherwise it holds what its last load created, and the objects of earlier loads to which references led from there: the
    /// memory is that of what the program holds, and of one load. It also holds objects that were saved because a
    /// `GraphReference`, or a part that was not loaded, leads to them: the file has only their old state. Any other object that
    /// nothing holds is created again when it is loaded again, as it is in the file. Weak references to it are nil then.
    /// As long as the program has an object with such a reference, saving unloaded parts throws `misuse`, and so does saving when
    /// the object has been loaded again: the reference would be lost.
    public var keepsObjects: Bool {
        get { archive.keepsObjects }
        set { archive.keepsObjects = newValue }
    }

    /// Loads the root.
    ///
    /// - Parameter type: The type of the root.
    /// - Returns: The root. Keep the file beside it, which holds the objects of weak references into unloaded parts.
    /// - Throws: The errors of `GraphDecoder.decode(_:from:)`, and those of ``GraphContainerFile/readPlain(_:)``. `misuse` if
    ///   another load is going on. `CancellationError` if the task is cancelled. After an error the file can still be used, and all objects that were loaded before are
    ///   valid.
    /// - Complexity: Linear in the size of the blocks that hold the objects to which the root leads.
    public func root<Root: GDecodable>(as type: Root.Type) throws -> Root {
        try archive.root(as: type)
    }

    /// Loads one of the named roots, without the others. `summary.rootNames` has their names.
    ///
    /// - Parameters:
    ///   - name: The name of the root.
    ///   - type: The type of the root.
    /// - Returns: The root. Objects that other roots share with it are the same.
    /// - Throws: `keyNotFound`, which lists the names, if there is no root with this one; the errors of ``root(as:)``.
    /// - Complexity: Linear in the number of roots, and in the size of the blocks that hold the objects to which the root leads.
    public func root<Root: GDecodable>(_ name: String, as type: Root.Type) throws -> Root {
        try archive.root(name, as: type)
    }

    /// Loads the object with a number, as `graphz` shows it, and as ``Objects/nextID()`` returns it.
    ///
    /// - Parameters:
    ///   - id: The number of the object, 1 or more.
    ///   - type: The type of the object. An instance of a subclass is decoded as an instance of that subclass.
    /// - Returns: The object.
    /// - Throws: `valueNotFound` if there is no such object, and the errors of ``root(as:)``.
    /// - Complexity: O(1) if the program holds the object; else linear in the size of the blocks that hold the objects to which
    ///   it leads.
    public func object<Object: GDecodable>(_ id: Int, as type: Object.Type) throws -> Object {
        try archive.object(id, as: type)
    }

    /// Returns the objects of a class and its subclasses, in the order in which they are stored.
    ///
    /// Each is loaded when it is requested. If the first one leads to all others, all are created at once.
    ///
    /// - Parameter type: The class.
    /// - Returns: A list whose ``Objects/next()`` loads the next object.
    /// - Complexity: O(*n*) for *n* objects of all types.
    public func objects<Object: GDecodable & AnyObject>(of type: Object.Type) -> Objects<Object> {
        Objects(archive)
    }
}

@available(*, unavailable, message: "An open file belongs to one thread or actor. Open it where it is used.")
extension GraphFile: Sendable {}
