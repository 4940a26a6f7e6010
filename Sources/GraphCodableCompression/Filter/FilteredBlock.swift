/// The filter by itself, for tests and fuzzers. The fuzzers are a package of their own, which `package` would exclude.
@_spi(Fuzzing) public enum FilteredBlock {
    /// The filtered forms of consecutive blocks; `nil` for one that the filter leaves as it is.
    public static func forms(of bytes: UnsafeRawBufferPointer, blockSize: Int) -> [[UInt8]?] {
        var scanner = BlockScanner()
        var filter = BlockFilter()
        defer {
            scanner.deallocate()
            filter.deallocate()
        }
        return stride(from: 0, to: bytes.count, by: blockSize).map { start in
            let block = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + blockSize, bytes.count)])
            return scanner.scan(block).flatMap { filter.filter(block, from: $0) }.map { Array($0) }
        }
    }

    /// The blocks that filtered forms stand for, one after another by the same joiner; `nil` for one that is wrong.
    public static func blocks(of forms: [(form: [UInt8], plainSize: Int)]) -> [[UInt8]?] {
        var joiner = FieldJoiner()
        defer { joiner.deallocate() }
        return forms.map { form, plainSize in
            try? [UInt8](unsafeUninitializedCapacity: plainSize) { memory, count in
                try form.withUnsafeBytes { try joiner.join($0, into: UnsafeMutableRawBufferPointer(memory)) }
                count = plainSize
            }
        }
    }
}
