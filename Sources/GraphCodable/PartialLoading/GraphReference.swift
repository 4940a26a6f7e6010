/// A reference to an object that is loaded when it is used.
///
/// ```swift
/// @GCodable final class Document {
///     var pages: [GraphReference<Page>] = []
/// }
/// let file = try GraphFile(contentsOf: url)
/// let document = try file.root(as: Document.self)
/// print(try document.pages[7].load().title)
/// ```
///
/// It is archived as the reference that the object itself would be. An archive does not tell one from the other, so a
/// property may change its type from `Page` to `GraphReference<Page>` and back. Decoded from an open file, it remembers only
/// the object's number. ``load()`` decodes the object with everything to which it leads by ordinary references. It gives the
/// same instance as every other reference to it. Decoded with a whole archive, it is loaded at once. A cycle through such a
/// reference never fails, because it is set when the objects around it have been created.
///
/// A loaded reference holds its object, and an unloaded one keeps the file open. Copies share one state. A reference belongs
/// to the thread or the actor to which its file belongs.
///
/// Encoding a graph copies the records of unloaded references without creating their objects. It loads the objects if the
/// encoder's options say how identity, inheritance or the order of sets are archived, or if the graph is dumped. It throws
/// `misuse` if the open file is gone, or does not keep its objects, and a weak reference led to an object that only the file held.
public struct GraphReference<Object: GCodable & AnyObject>: GCodable {
    private final class Storage {
        var object: Object?
        /// Where the object can be loaded again.
        let place: (archive: OpenArchive, id: UInt32)?

        init(_ object: Object?, _ place: (archive: OpenArchive, id: UInt32)? = nil) {
            (self.object, self.place) = (object, place)
        }
    }

    private let storage: Storage

    /// Creates a reference to an object of the program.
    ///
    /// - Parameter object: The object, which the reference holds.
    public init(_ object: Object) {
        storage = Storage(object)
    }

    private init(_ storage: Storage) {
        self.storage = storage
    }

    /// Whether the reference holds its object, so that ``load()`` reads nothing.
    public var isLoaded: Bool { storage.object != nil }

    /// Returns the object, and loads it if this has not been done.
    ///
    /// - Returns: The object, which the reference holds from now on.
    /// - Throws: The errors of decoding and of reading the file, `CancellationError` if the task is cancelled, and
    ///   ``GraphCodableError`` with one of these codes. The next call tries again.
    ///   - `wrongClass`: The object is of another class.
    ///   - `misuse`: Another load is running, or the objects around the reference have not been decoded.
    ///   - `misuse`: The open file is gone, and a weak reference has become nil with it, or would after the load.
    ///   - `misuse`: The open file is gone, and so is an object that was saved since it was opened, to which this reference leads.
    /// - Complexity: O(1) if the reference is loaded, or something else holds the object; else linear in the size of the
    ///   blocks that hold the objects to which it leads.
    public func load() throws -> Object {
        if let object = storage.object { return object }
        guard let place = storage.place else {
            throw GraphCodableError(
                .misuse,
                """
                A GraphReference to \(TypeNames.shortName(of: Object.self)) was used before the objects around it had been \
                decoded. Use it after init(from:), for instance in whenDecoded.
                """)
        }
        let object = try place.archive.object(Int(place.id), as: Object.self)
        storage.object = object
        return object
    }

    /// Releases the object, if it can be loaded again.
    ///
    /// An open file holds it, too. If its `keepsObjects` is `false`, it does so until a load does not lead to it. When nothing
    /// holds the object, what was changed in it is lost.
    ///
    /// A reference keeps its object if the object did not come from an open file, or was encoded since. An open file remains
    /// the old one after a save, so loading from it again, and saving, would undo the changes that were saved. Open the new
    /// file to need less memory.
    public func unload() {
        if let place = storage.place, !place.archive.isSaved(place.id) {
            storage.object = nil
        }
    }

    // MARK: GCodable

    /// Decodes the reference as the only, unkeyed value.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The same errors as ``GDecoder/decode()``.
    public init(from decoder: GDecoder) throws { self = try decoder.decode() }

    /// Encodes the object as the only, unkeyed value.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The same errors as ``GEncoder/encode(_:)``, and those of ``load()``.
    public func encode(to encoder: GEncoder) throws { try encoder.encode(self) }

    public static func _decode(from reader: _GraphReader) throws -> GraphReference {
        // An object remembers the place.
        try reader.charge(DecodingCost.record)
        if let place = try reader.withSession({ try $0.readReferenceOfOpenFile(Object.self) }) {
            return GraphReference(Storage(nil, place))
        }
        let storage = Storage(nil)
        let depth = reader.state.pointee.depth
        let isDecoded = try reader.decodeUnlessInCycle(
            reader.journalCount(before: Object.self), isField: false, { try Object._decode(from: $0) },
            then: { storage.object = $0 })
        if !isDecoded {
            try reader.withSession { try $0.deferValue { storage.object = try Object._decode(from: $0) } }
        }
        // A reference that has to wait may be inside a collection.
        reader.state.pointee.depth = depth
        return GraphReference(storage)
    }

    public func _encode(into writer: _GraphWriter) throws {
        try objectToEncode(into: writer, isConditional: false)?._encode(into: writer)
    }

    public func _encodeConditionally(into writer: _GraphWriter) throws {
        try objectToEncode(into: writer, isConditional: true)?._encodeConditionally(into: writer)
    }

    /// Returns the object to write, or `nil` if the reference has been written without it.
    private func objectToEncode(into writer: _GraphWriter, isConditional: Bool) throws -> Object? {
        writer.charge(DecodingCost.record)
        if writer.withSession({ $0.isForReleasing }) {
            if let object = storage.object { return object }
            // What is not loaded need not be released.
            try writer.writeTag(Tag.nil)
            return nil
        }
        guard let place = storage.place else { return try load() }
        writer.withSession {
            $0.sources[ObjectIdentifier(place.archive), default: WrittenSource()].archive = place.archive
        }
        if !isLoaded {
            if let object = place.archive.live.object(place.id) as? Object {
                // If it is written, then with its changes, so this reference must not load the old state later.
                if !isConditional { place.archive.keepSaved(object, place.id) }
                if place.archive.isClosed { storage.object = object }
                return object
            }
            let isWritten = try writer.withSession {
                try $0.encodeUnloaded(place.id, of: place.archive, isConditional: isConditional)
            }
            if isWritten { return nil }
        }
        // What was loaded before stays until the next load: it is being encoded.
        let object = try place.archive.loadingForSave { try load() }
        if !isConditional { place.archive.keepSaved(object, place.id) }
        return object
    }
}

extension GraphReference: StaysInPlace {}

/// A reference to any object, for casts.
protocol LoadableReference {
    /// The object, if it is loaded.
    var loadedObject: AnyObject? { get }
}

extension GraphReference: LoadableReference {
    var loadedObject: AnyObject? { storage.object }
}

@available(*, unavailable, message: "A reference belongs to the thread or the actor to which its file belongs.")
extension GraphReference: Sendable {}

extension DecodingSession {
    /// Reads a reference to an object of an open file without following it. The result is `nil` if this is no open file, or
    /// the object has no record of its own.
    func readReferenceOfOpenFile(
        _ type: any (GDecodable & AnyObject).Type
    ) throws -> (archive: OpenArchive, id: UInt32)? {
        guard let source, _GraphReader.isReference(try _reader.peekTag()) else { return nil }
        let start = state.pointee.cursor
        let id = try readReference(type, isFollowed: false)
        if !records.slots[Int(id)].hasRecord {
            try checkIsAvailable(id, type, from: start)
        }
        // A property whose type has changed must know now whether the object is of its type.
        if !typeChecks.isEmpty, source.live.object(id) == nil {
            try requireBytes(of: id, from: source)
            var input = ByteInput(archive, range: records.slots[Int(id)].range)
            if let shape = try input.readShape(), shape < UInt64(shapes.count) {
                _ = try resolve(shapes[Int(shape)].type, expected: type)
            }
        }
        return (source, id)
    }
}
