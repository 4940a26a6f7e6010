extension Set: GEncodable where Element: GEncodable {
    /// Encodes the elements as unkeyed values.
    public func encode(to encoder: GEncoder) throws {
        try encoder._writer.markUnorderedItems(count)
        try encoder._writer.hashing {
            for element in self {
                try encoder.encode(element)
            }
        }
    }

    @inlinable
    public func _encode(into writer: _GraphWriter) throws {
        if try writer.encodeIfIdentified(self) { return }
        let start = writer.withSession { $0.position }
        writer.charge(DecodingCost.hashTable(count, elementSize: MemoryLayout<Element>.stride))
        if let kind = Element._packedKind {
            try writer.writePacked(kind, writer.ordered(kind, self))
        } else {
            try writer.openCollection(Tag.sequence, count: count, elementSize: MemoryLayout<Element>.stride)
            try writer.markUnordered(count)
            try writer.hashing {
                for element in self {
                    try element._encode(into: writer)
                }
            }
            writer.closeCollection()
        }
        writer.chargeComparing(self, since: start)
    }
}

extension Set: GDecodable where Element: GDecodable {
    /// Creates a set by decoding all remaining unkeyed values as its elements.
    public init(from decoder: GDecoder) throws {
        var elements: [Element] = []
        let mark = decoder._reader.costMark
        while decoder.unkeyedCount > 0 {
            elements.append(try decoder.decode())
        }
        self = try decoder._reader.hashed(elements, since: mark, areFixed: false, isComposite: true, by: { $0 }) {
            Set($0)
        }
    }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> Set<Element> {
        let tag = try reader.peekTag()
        if _GraphReader.isReference(tag) {
            return try reader.withSession { try $0.decodeIdentified(Self.self) }
        }
        // Decode all elements before hashing the first.
        let mark = reader.costMark
        let elements = try [Element]._decode(from: reader)
        try reader.charge(DecodingCost.hashTable(elements.count, elementSize: MemoryLayout<Element>.stride))
        let areFixed = Element._packedElementKind != nil || Element.self == String.self
        return try reader.hashed(elements, since: mark, areFixed: areFixed, by: { $0 }) { Set($0) }
    }

    @inlinable
    public static var _mayLeadToObject: Bool { Element._mayLeadToObject }
}
