/// A collection that is archived with the type of each element: an array or a dictionary of protocol values.
protocol ProtocolValueCollection {
    /// Writes the elements, each with its type.
    ///
    /// - Parameter isInAny: See ``_GraphWriter/encodeAny(_:isInAny:)``.
    func encodeElements(into writer: _GraphWriter, isInAny: Bool) throws

    /// Reads elements with their types.
    static func decodeElements(from reader: _GraphReader) throws -> Self
}

extension Array: ProtocolValueCollection {
    func encodeElements(into writer: _GraphWriter, isInAny: Bool) throws {
        try writer.openCollection(Tag.sequence, count: count, elementSize: MemoryLayout<Element>.stride)
        for element in self {
            try writer.encodeAny(element, isInAny: isInAny)
        }
        writer.closeCollection()
    }

    static func decodeElements(from reader: _GraphReader) throws -> [Element] {
        let count = try reader.withSession {
            try $0.openCollection(
                Tag.sequence, of: Self.self, elementSize: MemoryLayout<Element>.stride)
        }
        var elements: [Element] = []
        elements.reserveCapacity(DecodingCost.reservation(count, size: MemoryLayout<Element>.stride))
        for _ in 0..<count {
            elements.append(try reader.decodeAny(Element.self))
        }
        reader.closeCollection()
        return elements
    }
}

extension Dictionary: ProtocolValueCollection {
    func encodeElements(into writer: _GraphWriter, isInAny: Bool) throws {
        let start = writer.withSession { $0.position }
        try writer.openCollection(
            Tag.map, count: count, elementSize: MemoryLayout<(Key, Value)>.stride * DecodingCost.hashTableFactor)
        try writer.markUnordered(count, valuesEach: 2)
        for (key, value) in self {
            try writer.hashing { try writer.encodeAny(key, isInAny: isInAny) }
            try writer.encodeAny(value, isInAny: isInAny)
        }
        writer.closeCollection()
        if let pairs = EqualHashes.count(keys, by: { $0 }) {
            writer.charge(DecodingCost.comparing(pairs, of: count, size: writer.withSession { $0.position } - start))
        }
    }

    static func decodeElements(from reader: _GraphReader) throws -> [Key: Value] {
        let mark = reader.costMark
        let count = try reader.withSession {
            try $0.openCollection(
                Tag.map, of: Self.self, elementSize: MemoryLayout<(Key, Value)>.stride * DecodingCost.hashTableFactor)
        }
        // Decode all keys and values before hashing the first key.
        var pairs: [(Key, Value)] = []
        pairs.reserveCapacity(DecodingCost.reservation(count, size: MemoryLayout<(Key, Value)>.stride))
        for _ in 0..<count {
            let key = try reader.decodeAny(Key.self)
            pairs.append((key, try reader.decodeAny(Value.self)))
        }
        reader.closeCollection()
        return try reader.makeDictionary(pairs, since: mark, keysAreFixed: Key.self == String.self)
    }
}
