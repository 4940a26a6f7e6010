import GraphCodableCompression

/// Makes what is around the bytes of a fuzzer right, so that they are looked at.
public enum Checksums {
    static func bytes<Number: FixedWidthInteger>(_ value: Number) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { XXH3.hash($0) }
    }

    /// Lets the checksums of a container hold, as far as its sections can be told.
    public static func repair(container: inout [UInt8]) {
        guard container.count >= 32 else { return }
        container.replaceSubrange(0..<8, with: [0x89, 0x47, 0x52, 0x5A, 0x0D, 0x0A, 0x1A, 0x0A])
        container.replaceSubrange(24..<32, with: bytes(hash(container[0..<24])))
        var place = 32
        var ordinal: UInt32 = 0
        while container.count - place >= 32 {
            let stored = (8..<12).reversed().reduce(0) { $0 << 8 | Int(container[place + $1]) }
            let end = min(place + 32 + stored, container.count)
            container.replaceSubrange(place + 4..<place + 8, with: bytes(ordinal))
            container.replaceSubrange(place + 16..<place + 24, with: bytes(hash(container[place + 32..<end])))
            container.replaceSubrange(place + 24..<place + 32, with: bytes(hash(container[place..<place + 24])))
            place = end
            ordinal += 1
        }
    }

    /// The header of a raw archive.
    public static let rawHeader: [UInt8] = [0x89, 0x47, 0x52, 0x41, 0x50, 0x48, 0x0D, 0x0A, 1]

    /// A raw archive of its parts.
    ///
    /// - Parameter parts: Records, record table and directory.
    public static func raw(_ parts: [[UInt8]]) -> [UInt8] {
        let sizes = parts.suffix(2).flatMap { ArchiveWriter.varint($0.count).reversed() }
        return rawHeader + parts.joined() + sizes + rawHeader.prefix(3).reversed()
    }

    /// The parts of a raw archive: records, record table and directory; `nil` when its end does not tell them.
    public static func parts(ofRaw bytes: [UInt8]) -> [[UInt8]]? {
        var left = bytes.dropLast(3)
        func number() -> Int {
            var value = 0
            var shift = 0
            while shift < 28, let byte = left.popLast() {
                value |= Int(byte & 0x7F) << shift
                shift += 7
                if byte < 0x80 { break }
            }
            return value
        }
        let directory = number()
        let table = number()
        let records = left.count - rawHeader.count - directory - table
        guard records >= 0 else { return nil }
        let values = left.dropFirst(rawHeader.count)
        return [
            Array(values.prefix(records)), Array(values.dropFirst(records).prefix(table)),
            Array(values.suffix(directory)),
        ]
    }

    private static func section(_ type: UInt8, _ ordinal: UInt32, _ payload: [UInt8], plainSize: Int?) -> [UInt8] {
        var head: [UInt8] = [type, plainSize == nil ? 1 : 0, 0, 0] + bytes(ordinal) + bytes(UInt32(payload.count))
        head += bytes(UInt32(plainSize ?? payload.count)) + bytes(hash(payload[...]))
        return head + bytes(hash(head[...])) + payload
    }

    /// A container of one block, whose plain bytes are not known.
    static func container(block: [UInt8], codec: UInt8, plainSize: Int) -> [UInt8] {
        var head: [UInt8] = [0x89, 0x47, 0x52, 0x5A, 0x0D, 0x0A, 0x1A, 0x0A, 1, codec, 0, 0, 16, 0, 0, 0]
        head += bytes(UInt64(plainSize))
        let end = bytes(UInt64(plainSize)) + bytes(UInt64(0)) + bytes(UInt64(0)) + bytes(UInt64(1))
        return head + bytes(hash(head[...])) + section(1, 0, block, plainSize: plainSize)
            + section(2, 1, end, plainSize: nil)
    }

    /// A raw archive of one object, of a class that has the given name.
    static func archive(classNamed name: [UInt8]) -> [UInt8] {
        raw([[0x80, 1, 0x60], [2, 2, 4, 2], [0, 1, 3, 0] + ArchiveWriter.varint(name.count) + name + [1, 0, 0]])
    }
}
