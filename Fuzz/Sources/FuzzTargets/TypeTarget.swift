import GraphCodable

/// The bytes are the name of a type, where an object of a class is asked for.
enum TypeTarget {
    final class Box<Value: GCodable>: GCodable {
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    struct Many<each Value> {}

    static func run(_ bytes: UnsafeRawBufferPointer) {
        let name = Array(bytes.prefix(1_000))
        guard String(validating: name, as: UTF8.self) != nil else { return }
        let archive = Checksums.archive(classNamed: name)
        archive.withUnsafeBytes { RawTarget.decode(Box<Int>.self, $0) }
    }

    static func seeds() -> [[UInt8]] {
        [
            _mangledTypeName(Box<Int>.self), _mangledTypeName(Box<[String: Int?]>.self),
            _mangledTypeName(FuzzSample.Leaf.self), _mangledTypeName([(Int, Double)].self),
            _mangledTypeName((@Sendable (Int) -> Void).self), _mangledTypeName((any Sequence<Int>).self),
            _mangledTypeName(Many<Int, String>.self), _mangledTypeName([any Hashable & Sendable].self),
        ].compactMap { $0.map { Array($0.utf8) } }
    }
}
