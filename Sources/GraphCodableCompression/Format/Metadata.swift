/// The payload of a META section: names and values for people and tools.
enum Metadata {
    /// Returns the payload for names and values, sorted by the bytes of the names.
    static func encode(_ values: [String: String]) throws(GraphContainerError) -> [UInt8] {
        var payload: [UInt8] = []
        for (name, value) in values.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            try require(!name.isEmpty, or: .invalidArgument, "A name in the metadata is empty.")
            for text in [name, value] {
                let size = UInt32(truncatingIfNeeded: text.utf8.count)
                payload.append(contentsOf: withUnsafeBytes(of: size.littleEndian, Array.init))
                payload.append(contentsOf: text.utf8)
            }
            try require(
                payload.count <= ContainerFormat.maximumMetadataSize, or: .invalidArgument,
                "The metadata take more than \(ContainerFormat.maximumMetadataSize) bytes. Store less in them.")
        }
        return payload
    }

    /// Returns the names and values in a payload whose checksum has been verified.
    static func decode(
        _ payload: UnsafeRawBufferPointer, at offset: UInt64
    ) throws(GraphContainerError) -> [String: String] {
        var values: [String: String] = [:]
        var previous: String?
        var position = 0
        while position < payload.count {
            let nameOffset = offset + UInt64(position)
            let name = try text(payload, &position, offset)
            let value = try text(payload, &position, offset)
            try require(!name.isEmpty, "A name in the metadata is empty.", at: nameOffset)
            if let previous, !previous.utf8.lexicographicallyPrecedes(name.utf8) {
                throw GraphContainerError(
                    .malformed, "The names in the metadata are not in ascending order, or one occurs twice.",
                    byteOffset: nameOffset)
            }
            previous = name
            values[name] = value
        }
        return values
    }

    private static func text(
        _ payload: UnsafeRawBufferPointer, _ position: inout Int, _ offset: UInt64
    ) throws(GraphContainerError) -> String {
        let start = offset + UInt64(position)
        try require(payload.count - position >= 4, "The metadata end inside a size.", at: start)
        let size = payload.littleEndian(UInt32.self, at: position)
        position += 4
        guard let count = Int(exactly: size), count <= payload.count - position else {
            throw GraphContainerError(
                .malformed, "A text of \(size) bytes does not fit in the metadata.", byteOffset: start)
        }
        guard let text = String(validating: payload[position..<position + count], as: UTF8.self) else {
            throw GraphContainerError(.malformed, "A text in the metadata is not valid UTF-8.", byteOffset: start + 4)
        }
        position += count
        return text
    }
}
