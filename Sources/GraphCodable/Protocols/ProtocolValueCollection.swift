/// A collection whose elements are archived with their types: an array or a dictionary of protocol values.
protocol ProtocolValueCollection {
    /// Writes the elements, each with its type.
    func encodeElements(into writer: _GraphWriter) throws

    /// Reads elements with their types.
    static func decodeElements(from reader: _GraphReader) throws -> Self
}

extension Array: ProtocolValueCollection {
    func encodeElements(into writer: _GraphWriter) throws {
        try writer.openCollection(Tag.sequence, count: count)
        for element in self {
            try writer.encodeAny(element)
        }
        writer.closeCollection()
    }

    static func decodeElements(from reader: _GraphReader) throws -> [Element] {
        let count = try reader.openCollection(Tag.sequence, of: Self.self)
        var elements: [Element] = []
        elements.reserveCapacity(Swift.min(count, 65_536))
        for _ in 0..<count {
            elements.append(try reader.decodeAny(Element.self))
        }
        reader.closeCollection()
        return elements
    }
}

extension Dictionary: ProtocolValueCollection {
    func encodeElements(into writer: _GraphWriter) throws {
        try writer.openCollection(Tag.map, count: count)
        for (key, value) in self {
            try writer.encodeAny(key)
            try writer.encodeAny(value)
        }
        writer.closeCollection()
    }

    static func decodeElements(from reader: _GraphReader) throws -> [Key: Value] {
        let start = reader.state.pointee.cursor
        let count = try reader.openCollection(Tag.map, of: Self.self)
        // All keys and values are decoded before the first key is hashed.
        var pairs: [(Key, Value)] = []
        pairs.reserveCapacity(Swift.min(count, 65_536))
        for _ in 0..<count {
            let key = try reader.decodeAny(Key.self)
            pairs.append((key, try reader.decodeAny(Value.self)))
        }
        reader.closeCollection()
        try reader.finishObjects(from: start)
        var dictionary = Dictionary(minimumCapacity: Swift.min(count, 65_536))
        for (key, value) in pairs {
            guard dictionary.updateValue(value, forKey: key) == nil else {
                throw reader.error(
                    .duplicateElement,
                    "A dictionary holds equal keys. The archive is damaged, or == has changed since it was made.")
            }
        }
        return dictionary
    }
}
