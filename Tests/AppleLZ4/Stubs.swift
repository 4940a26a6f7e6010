// What the tested files need of the package.

protocol GraphBlockCompressor {
    func compress(_ plain: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws -> Int?
}

protocol GraphBlockDecompressor {
    func decompress(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws -> Int
}

struct GraphContainerError: Error {
    enum Code {
        case malformed
    }

    let message: String

    init(_ code: Code, _ message: String, byteOffset: UInt64? = nil, path: String? = nil) {
        self.message = message
    }
}
