import Foundation

extension GraphEncoder {
    /// Encodes a graph into `Data`.
    ///
    /// - Parameter root: The value or object from which everything to be archived can be reached.
    /// - Returns: The archive.
    /// - Throws: The same errors as the generic `encode(_:)`.
    /// - Complexity: O(*n*) for *n* values.
    @inlinable
    public func encode<Root: GEncodable>(_ root: Root) throws -> Data {
        try encodeData { try root._encode(into: $0) }
    }

    @usableFromInline
    func encodeData(_ encodeRoot: (_GraphWriter) throws -> Void) throws -> Data {
        try withSession(encodeRoot) { session in
            let count = session.output.handedOn
            let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
            let data = Data(
                bytesNoCopy: memory, count: count, deallocator: .custom { pointer, _ in pointer.deallocate() })
            try session.copyBytes(to: UnsafeMutableRawBufferPointer(start: memory, count: count))
            return data
        }
    }
}
