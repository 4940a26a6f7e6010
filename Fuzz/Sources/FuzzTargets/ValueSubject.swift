import GraphCodable

/// A type of the standard library or Foundation that the target ``ValueTarget`` decodes.
struct ValueSubject: Sendable {
    /// The type's name.
    let name: String
    /// The keys that the type writes.
    let keys: [String]
    /// The kinds of most values: those of the keys, in their order, or of a type without keys.
    let likely: [ArchiveWriter.Kind]
    /// Has an archive written, and decodes it as the type, or as a collection of it.
    let run: @Sendable (inout ArchiveWriter, GraphDecodingPolicy) -> Void
    /// Decodes an archive as an array of the type.
    let runMany: @Sendable ([UInt8], GraphDecodingPolicy) -> Void

    private init<Value: GCodable & SendableMetatype>(
        _ type: Value.Type, _ likely: [ArchiveWriter.Kind], _ keys: [String],
        _ run: @escaping @Sendable (inout ArchiveWriter, GraphDecodingPolicy) -> Void
    ) {
        name = "\(type)"
        self.keys = keys
        self.likely = likely
        self.run = run
        runMany = { archive, policy in
            catching { _ = try GraphDecoder(policy: policy).decode([Value].self, from: archive) }
        }
    }

    init<Value: GCodable & SendableMetatype>(
        _ type: Value.Type, _ likely: ArchiveWriter.Kind..., keys: [String] = []
    ) {
        self.init(type, likely, keys) { writer, policy in
            switch writer.choose(3) {
            case 0: Self.decode(type, writer.archive(), policy)
            case 1: Self.decode([Value].self, writer.archiveOfSequence(), policy)
            default: Self.decode(Value?.self, writer.archive(), policy)
            }
        }
    }

    /// A type that sets and dictionaries may hold. What was encoded and decoded again must be equal.
    init<Value: GCodable & Hashable & SendableMetatype>(
        hashable type: Value.Type, _ likely: ArchiveWriter.Kind..., keys: [String] = []
    ) {
        self.init(type, likely, keys) { writer, policy in
            switch writer.choose(6) {
            case 0: Self.compare(Self.decode(type, writer.archive(), policy))
            case 1: Self.compare(Self.decode([Value].self, writer.archiveOfSequence(), policy))
            case 2: Self.compare(Self.decode(Value?.self, writer.archive(), policy))
            case 3: Self.decode(Set<Value>.self, writer.archiveOfSequence(), policy)
            case 4: Self.decode([Value: Int].self, writer.archiveOfMap(), policy)
            default: Self.compare(Self.decode([Value?].self, writer.archiveOfSequence(), policy))
            }
        }
    }
}

extension ValueSubject {
    // MARK: Checking

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
    private static func decode<Root: GCodable>(
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

    private static func compare<Root: GCodable & Equatable>(_ values: (first: Root, second: Root)?) {
        guard let values, values.first != values.second else { return }
        // What holds a NaN equals nothing. Its archives are the same. Descriptions are not asked for: that of a `Date` traps then.
        let archives = [values.first, values.second].map { try? GraphEncoder().encode($0) as Bytes }
        // Sorted, because the elements of a set come in any order.
        guard archives[0]?.sorted() != archives[1]?.sorted() else { return }
        fatalError("A value of \(Root.self) has become another one.")
    }
}
