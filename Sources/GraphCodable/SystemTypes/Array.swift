extension Array: GEncodable where Element: GEncodable {
    /// Encodes the elements as unkeyed values.
    public func encode(to encoder: GEncoder) throws {
        for element in self {
            try encoder.encode(element)
        }
    }

    @inlinable
    public func _encode(into writer: _GraphWriter) throws {
        if try writer.encodeIfIdentified(self) { return }
        if let kind = Element._packedKind {
            return try writer.writePacked(kind, self)
        }
        try writer.openCollection(Tag.sequence, count: count, elementSize: MemoryLayout<Element>.stride)
        try withUnsafeBufferPointer { elements in
            guard var element = UnsafeMutablePointer(mutating: elements.baseAddress) else { return }
            for _ in 0..<elements.count {
                try writer.encodeInPlace(&element.pointee)
                element += 1
            }
        }
        writer.closeCollection()
    }
}

extension Array: GDecodable where Element: GDecodable {
    /// Creates an array by decoding all remaining unkeyed values as its elements.
    public init(from decoder: GDecoder) throws {
        self.init()
        while decoder.unkeyedCount > 0 {
            append(try decoder.decode())
        }
    }

    @inlinable
    public static func _decode(from reader: _GraphReader) throws -> [Element] {
        let tag = try reader.peekTag()
        if let kind = Element._packedElementKind {
            if tag == Tag.packed &+ kind.rawValue {
                reader.state.pointee.cursor += 1
                return try reader.decodePacked(kind)
            }
            if tag >= Tag.packed, tag <= Tag.lastPacked {
                return try reader.decodeForeignPacked(kind)
            }
        }
        guard tag == Tag.sequence else {
            return try reader.withSession {
                try tag == Tag.binary ? $0.decodeMemory(of: Element.self) : $0.decodeIdentified(Self.self)
            }
        }
        let count = try reader.withSession {
            try $0.openCollection(Tag.sequence, of: Self.self, elementSize: MemoryLayout<Element>.stride)
        }
        let elements = try Array(decoding: count) { try Element._decode(from: reader) }
        reader.closeCollection()
        return elements
    }

    @inlinable
    public static var _mayLeadToObject: Bool { Element._mayLeadToObject }
}
