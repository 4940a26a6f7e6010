extension DecodingSession {
    /// A value that was archived as bytes of its own making.
    func decodeBinary<Value: GDecodable>(_ type: Value.Type) throws -> Value {
        guard let binary = type as? any GBinaryDecodable.Type else { throw mismatch(type) }
        let bytes = try _reader.readBinary(type)
        let start = bytes.baseAddress.map { UnsafeRawPointer($0) - base } ?? offset
        var buffer = BinaryReadBuffer(bytes, archiveOffset: start, maximumElementCount: policy.maximumElementCount)
        guard let value = try binary.init(from: &buffer) as? Value else { throw mismatch(type) }
        guard buffer.isAtEnd else {
            throw error(
                .malformed,
                "\(buffer.remainingCount) bytes follow the binary value of a \(TypeNames.readableName(of: type)).")
        }
        return value
    }
}
