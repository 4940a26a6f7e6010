extension DecodingSession {
    /// Returns the number of the type of an object's record, or `nil` if it is no composite.
    func typeIndex(of id: UInt32, in blocks: ArchiveBlocks) throws -> Int? {
        try checkIsIdle()
        blocks.beginTurn()
        defer { blocks.endTurn() }
        let record = records.slots[Int(id)].range
        // A tag and a varint of up to ten bytes.
        let head = record.prefix(11)
        try blocks.require(head)
        do {
            var input = ByteInput(archive, range: head)
            guard let shape = try input.readShape() else { return nil }
            try input.require(
                shape < UInt64(shapes.count),
                "A composite has shape \(shape), but the archive has only \(shapes.count).")
            return shapes[Int(shape)].type
        } catch {
            throw located(error)
        }
    }

    /// Returns whether instances of an archived type, such as `id`, are instances of a class of the program. Throws
    /// `typeNotFound`, or `typeNotAllowed` for a class that might be a subclass.
    func isType(_ index: Int, of id: UInt32, _ type: any (GDecodable & AnyObject).Type) throws -> Bool {
        try checkIsIdle()
        try refreshTypes()
        beginCounting()
        state.pointee.cursor = base + records.slots[Int(id)].start
        let archived = directory.types[index]
        guard archived.isReference else { return false }
        // Without a name it is decoded as the class that the program requests: a class with the same name, for people, counts.
        guard let name = archived.name else {
            return PortableNames.portable(archived.readableName) == TypeNames.readableName(of: type)
        }
        do {
            // It may be a superclass of the requested class.
            let expected: AnyClass? = sequence(first: type as AnyClass) { _getSuperclass($0) }
                .first { Self.answers($0, to: archived) }
            let found = try findType(index, name, expected: expected ?? type).type
            return (found as? AnyClass).map { isSubclass($0, of: type) } ?? false
        } catch {
            throw located(error)
        }
    }
}
