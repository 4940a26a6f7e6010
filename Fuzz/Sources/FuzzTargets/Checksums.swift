/// Makes what is around the bytes of a fuzzer right, so that they are looked at.
public enum Checksums {
    static func bytes<Number: FixedWidthInteger>(_ value: Number) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
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

    /// Lets the signature, the end mark and the offsets of a raw archive hold.
    ///
    /// - Parameter change: How many bytes longer the records have become.
    public static func repair(raw: inout [UInt8], tableOffset: Int, directoryOffset: Int) {
        guard raw.count >= 36 else { return }
        let signature: [UInt8] = [0x89, 0x47, 0x52, 0x41, 0x50, 0x48, 0x0D, 0x0A, 1, 0, 0, 0]
        raw.replaceSubrange(0..<12, with: signature)
        raw.replaceSubrange(raw.count - 8..<raw.count, with: signature[0..<8].reversed())
        raw.replaceSubrange(raw.count - 24..<raw.count - 16, with: bytes(UInt64(max(tableOffset, 0))))
        raw.replaceSubrange(raw.count - 16..<raw.count - 8, with: bytes(UInt64(max(directoryOffset, 0))))
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
        var archive: [UInt8] = [0x89, 0x47, 0x52, 0x41, 0x50, 0x48, 0x0D, 0x0A, 1, 0, 0, 0, 0x80, 1, 0x60]
        let table = archive.count
        archive += [2, 2, 4, 2]
        let directory = archive.count
        let size = name.count < 128 ? [UInt8(name.count)] : [UInt8(name.count & 0x7F) | 0x80, UInt8(name.count >> 7)]
        archive += [0, 1, 3, 0] + size + name + [0, 1, 0, 0, 0]
        return archive + bytes(UInt64(table)) + bytes(UInt64(directory)) + archive[0..<8].reversed()
    }
}
