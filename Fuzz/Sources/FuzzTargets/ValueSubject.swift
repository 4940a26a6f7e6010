import GraphCodable

/// A type of the standard library or Foundation that the target ``ValueTarget`` decodes.
protocol ValueSubject: Sendable {
    associatedtype Value: GCodable

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
    /// Decodes an archive as an array of the type.
    func runMany(_ archive: [UInt8], _ policy: GraphDecodingPolicy) {
        do {
            _ = try GraphDecoder(policy: policy).decode([Value].self, from: archive)
        } catch {
            expectKnown(error)
        }
    }

    /// Values that many references share are encoded once for each of them. What that takes is not what decoding takes, so it is
    /// limited: 500 references to an index path of 128 KiB make an archive of 65 MB.
    private static var encodingPolicy: GraphDecodingPolicy {
        var policy = GraphDecodingPolicy()
        policy.maximumPlainByteCount = 16 << 20
        return policy
    }

    private static var unlimitedPolicy: GraphDecodingPolicy {
        GraphDecodingPolicy(maximumCostPerByte: .max, maximumMemory: .max)
    }

    /// Encodes a value. It may cost more in the form that encoders write, but then decoders must refuse it, too.
    private static func checkEncoding<Root: GCodable>(of value: Root) throws {
        do {
            try GraphEncoder().encode(value) { _ in }
        } catch let error as GraphCodableError where error.code == .limitExceeded {
            let archive: Bytes = try GraphEncoder(policy: unlimitedPolicy).encode(value)
            do {
                _ = try GraphDecoder().decode(Root.self, from: archive)
            } catch GraphCodableError.Code.limitExceeded {
                return
            }
            throw error
        }
    }

    /// Decodes an archive. What can be decoded must be encodable, and decodable again.
    ///
    /// - Returns: The decoded value, and the value after encoding and decoding it again. `nil` if the archive was refused, or if
    ///   encoding the value takes more than 16 MiB.
    @discardableResult
    static func decode<Root: GCodable>(
        _ type: Root.Type, _ archive: [UInt8], _ policy: GraphDecodingPolicy
    ) -> (first: Root, second: Root)? {
        let value: Root
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
                try checkEncoding(of: value)
                return nil
            }
            return (value, try GraphDecoder().decode(type, from: again))
        } catch {
            fatalError("\(type) was decoded, and cannot be encoded and decoded again: \(error)")
        }
    }
}
