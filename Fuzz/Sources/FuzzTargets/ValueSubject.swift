import GraphCodable

/// A type of the standard library or Foundation that the target ``ValueTarget`` decodes.
protocol ValueSubject: Sendable {
    /// The type's name.
    var name: String { get }
    /// The keys that the type writes.
    var keys: [String] { get }
    /// The kinds of most values: those of the keys, in their order, or of a type without keys.
    var likely: [ArchiveWriter.Kind] { get }

    /// Has an archive written, and decodes it as the type, or as a collection of it.
    func run(_ writer: inout ArchiveWriter, _ policy: GraphDecodingPolicy)
}

extension ValueSubject {
    /// Values that many references share are encoded once for each of them. What that takes is not what decoding takes, so it is
    /// limited: 500 references to an index path of 128 KiB make an archive of 65 MB.
    private static var encodingPolicy: GraphDecodingPolicy {
        var policy = GraphDecodingPolicy()
        policy.maximumPlainByteCount = 16 << 20
        return policy
    }

    /// Decodes an archive. What can be decoded must be encodable, and decodable again.
    ///
    /// - Returns: The decoded value, and the value after encoding and decoding it again. `nil` if the archive was refused, or if
    ///   encoding the value takes more than 16 MiB.
    @discardableResult
    static func decode<Value: GCodable>(
        _ type: Value.Type, _ archive: [UInt8], _ policy: GraphDecodingPolicy
    ) -> (first: Value, second: Value)? {
        let value: Value
        do {
            value = try GraphDecoder(policy: policy).decode(type, from: archive)
        } catch {
            expectKnown(error)
            return nil
        }
        do {
            let again: Bytes
            do {
                again = try GraphEncoder(policy: encodingPolicy).encode(value)
            } catch GraphCodableError.Code.limitExceeded {
                // The archive is too large to keep, but encoding must succeed all the same.
                try GraphEncoder().encode(value, to: { _ in })
                return nil
            }
            return (value, try GraphDecoder().decode(type, from: again))
        } catch {
            fatalError("\(type) was decoded, and cannot be encoded and decoded again: \(error)")
        }
    }
}
