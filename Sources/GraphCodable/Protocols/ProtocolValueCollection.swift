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
            try $0.openCollection(Tag.sequence, of: Self.self, elementSize: MemoryLayout<Element>.stride)
        }
        let elements = try Array(decoding: count) { try reader.decodeAny(Element.self) }
        reader.closeCollection()
        return elements
    }
}

extension Dictionary: ProtocolValueCollection {
    func encodeElements(into writer: _GraphWriter, isInAny: Bool) throws {
        try writer.writeMap(self) {
            try writer.encodeAny($0, isInAny: isInAny)
        } _: {
            try writer.encodeAny($0, isInAny: isInAny)
        }
    }

    // The usual types of attributes. Without specialization, a short dictionary takes twice as long.
    @_specialize(where Key == String, Value == any GCodable)
    @_specialize(where Key == String, Value == Any)
    static func decodeElements(from reader: _GraphReader) throws -> [Key: Value] {
        try reader.readMap(keysAreFixed: Key.self == String.self) {
            try reader.decodeAny(Key.self)
        } _: {
            try reader.decodeAny(Value.self)
        }
    }
}
