extension GraphDecoder {
    /// Decodes one of the named roots of an archive, and what it refers to.
    ///
    /// An archive of ``GraphRoots`` has named roots, and so has any archive whose root is a struct with keys. The other roots
    /// are not decoded.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - name: The name of the root.
    ///   - bytes: The archive. It is copied only if it is not contiguous in memory.
    /// - Returns: The root.
    /// - Throws: The same errors as ``decode(_:from:)-(_,UnsafeRawBufferPointer)``: `keyNotFound` lists the names if there is no
    ///   root with this one, and `typeMismatch` is thrown if the archive has no named roots.
    /// - Complexity: O(*n* + *r*) for *n* bytes to decode and *r* records.
    public func decode<Root: GDecodable, Input: Sequence>(
        _ type: Root.Type, root name: String, from bytes: Input
    ) throws -> Root where Input.Element == UInt8 {
        let root = try bytes.withContiguousStorageIfAvailable {
            try decode(type, root: name, from: UnsafeRawBufferPointer($0), nil)
        }
        return try root ?? Bytes(bytes).withUnsafeBytes { try decode(type, root: name, from: $0, nil) }
    }
}

extension DecodingSession {
    /// Decodes one of the roots from the root value, which comes next.
    func decodeRoot<Root: GDecodable>(named name: String, from reader: _GraphReader) throws -> Root {
        try checkHasNames(reader, name)
        guard hasStackRoom else {
            return try withMoreStack { try decodeRoot(named: name, from: reader) }
        }
        let (shape, isOpen, size) = try peekComposite(as: GraphRoots.self)
        try open(shape, isOpen: isOpen, size: size)
        do {
            try checkHasRoot(name)
            try reader.beginSlot(name)
            let root: Root = try reader.decodeValue()
            try closeComposite()
            return root
        } catch {
            throw leaveComposite(after: error)
        }
    }

    /// Throws an error if the root value, which comes next, has no names.
    private func checkHasNames(_ reader: _GraphReader, _ name: String) throws {
        let tag = try reader.peekTag()
        let isObjectInPlace = try Self.isComposite(tag) && peekComposite(as: GraphRoots.self).shape.pointee.isReference
        guard isObjectInPlace || !Self.isComposite(tag) else { return }
        throw error(
            .typeMismatch,
            """
            The archive has no root named '\(name)': its only root has no name, and is \
            \(isObjectInPlace ? "an object" : ValueDescription.kind(of: tag)). Decode it without a name.
            """)
    }

    /// Throws an error that lists the names of the roots if there is none with this name.
    private func checkHasRoot(_ name: String) throws {
        guard try !contains(name) else { return }
        let names = keys(of: state.pointee.frame)
        throw _reader.errorInComposite(
            .keyNotFound,
            """
            The archive has no root named '\(name)'. \
            \(names.isEmpty ? "It has no named roots." : "Its roots are \(MissingKeyMessage.list(names)).")\
            \(MissingKeyMessage.hint(name, in: names))
            """)
    }

    /// Returns the error for named roots that are decoded as one value; `nil` unless named roots come next.
    func namedRootsError() -> (any Error)? {
        guard state.pointee.cursor < state.pointee.end, Self.isComposite(state.pointee.cursor.load(as: UInt8.self)),
            let (shape, _, _) = try? peekComposite(as: GraphRoots.self),
            directory.types[shape.pointee.type].readableName == TypeNames.readableName(of: GraphRoots.self)
        else { return nil }
        let names = (0..<shape.pointee.count).compactMap { directory.key(shape.pointee.slots[$0].keyID) }
        return error(
            .typeMismatch,
            """
            The archive has named roots\(names.isEmpty ? "" : ": \(MissingKeyMessage.list(names))"). Decode one of them by its name: \
            with decode(_:root:from:), or with root(_:as:) of an open file.
            """)
    }
}
