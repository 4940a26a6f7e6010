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
    /// Decodes an archive. What can be decoded must be encodable, and decodable again.
    ///
    /// - Returns: What was decoded, before and after; `nil` if the archive was refused.
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
            let again: Bytes = try GraphEncoder().encode(value)
            return (value, try GraphDecoder().decode(type, from: again))
        } catch {
            fatalError("\(type) was decoded, and cannot be encoded and decoded again: \(error)")
        }
    }
}
