extension UnsafeRawBufferPointer {
    /// Returns the little-endian integer at `offset`. The caller must check that it is within the buffer.
    func littleEndian<Integer: FixedWidthInteger & BitwiseCopyable>(
        _ type: Integer.Type, at offset: Int
    ) -> Integer {
        Integer(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Stores an integer at `offset`. The caller must check that it is within the buffer.
    func storeLittleEndian<Integer: FixedWidthInteger & BitwiseCopyable>(_ value: Integer, at offset: Int) {
        storeBytes(of: value.littleEndian, toByteOffset: offset, as: Integer.self)
    }
}
