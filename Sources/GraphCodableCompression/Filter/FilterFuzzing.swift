/// The filter on its own, for tests and fuzzers. It is not `package`, because the fuzzers are a separate package.
@_spi(Fuzzing) public enum FilterFuzzing {
    /// Returns the filtered forms of consecutive blocks.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the blocks.
    ///   - blockSize: The size of each block except the last, in bytes.
    /// - Returns: The forms; `nil` for a block that the filter leaves unchanged.
    /// - Complexity: Linear in the number of bytes.
    public static func forms(of bytes: UnsafeRawBufferPointer, blockSize: Int) -> [[UInt8]?] {
        var scanner = BlockScanner()
        var filter = BlockFilter()
        return stride(from: 0, to: bytes.count, by: blockSize).map { start in
            let block = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + blockSize, bytes.count)])
            guard let beginning = scanner.scan(block), let form = try? filter.filter(block, from: beginning) else {
                return nil
            }
            return Array(form)
        }
    }

    /// Returns the blocks that filtered forms represent, restored by the same joiner.
    ///
    /// - Parameter forms: The forms, with the plain sizes of the blocks in bytes.
    /// - Returns: The blocks; `nil` for an invalid form.
    /// - Complexity: Linear in the sizes of the forms and the blocks.
    public static func blocks(of forms: [(form: [UInt8], plainSize: Int)]) -> [[UInt8]?] {
        var joiner = FieldJoiner()
        return forms.map { form, plainSize in
            try? [UInt8](unsafeUninitializedCapacity: plainSize) { memory, count in
                try form.withUnsafeBytes { try joiner.join($0, into: UnsafeMutableRawBufferPointer(memory)) }
                count = plainSize
            }
        }
    }
}
