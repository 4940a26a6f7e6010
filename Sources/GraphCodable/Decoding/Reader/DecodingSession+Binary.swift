extension DecodingSession {
    /// Decodes a value that was archived as bytes that the type itself wrote.
    func decodeBinary<Value: GDecodable>(_ type: Value.Type) throws -> Value {
        guard let binary = type as? any GBinaryDecodable.Type else { throw mismatch(type) }
        let bytes = try _reader.readBinary()
        try _reader.charge(DecodingCost.packed(bytes.count))
        return try withReserve { try read(type, as: binary, from: bytes, at: offset - bytes.count).value }
    }

    /// Reads a value from all of the bytes.
    ///
    /// - Parameter archiveOffset: The position of the bytes in the archive, for errors.
    /// - Returns: The value, and whether it is a copy of the bytes after a layout.
    func read<Value>(
        _ type: Value.Type, as binary: any BinaryIType.Type, from bytes: UnsafeRawBufferPointer, at archiveOffset: Int
    ) throws -> (value: Value, isCopy: Bool) {
        var buffer = BinaryReadBuffer(
            Bytes(bytes), archiveOffset: archiveOffset, policy: policy, costLeft: totalCostLeft)
        defer {
            setTotalCostLeft(buffer.costLeft)
            if buffer.isTooCostly {
                refuseEverything()
            }
        }
        guard let value = try binary.init(from: &buffer) as? Value else { throw mismatch(type) }
        try require(
            buffer.isAtEnd, .malformed,
            """
            \(buffer.remainingCount) bytes follow the binary value of a \(TypeNames.shortName(of: type)): the archive \
            is damaged, or the type reads itself in another way than it was written.
            """, at: base + archiveOffset)
        return (value, buffer.copiedType == ObjectIdentifier(type))
    }
}
