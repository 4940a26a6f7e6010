/// A keyed container that its decoder creates by the metatype.
protocol FlatDecodingContainer<Key>: KeyedDecodingContainerProtocol {
    init(decoder: FlatDecoder)
}

/// A keyed container that its encoder creates by the metatype.
protocol FlatEncodingContainer<Key>: KeyedEncodingContainerProtocol {
    init(encoder: FlatEncoder)
}

extension FlatKeyedDecodingContainer: FlatDecodingContainer {}
extension FlatKeyedEncodingContainer: FlatEncodingContainer {}

/// The types of the keyed containers for one type of keys.
///
/// The runtime takes longer to look up a generic type than a container takes to encode or decode a field.
struct KeyedContainerTypes {
    private let decoding: any FlatDecodingContainer.Type
    private let encoding: any FlatEncodingContainer.Type

    init<Key: CodingKey>(_ type: Key.Type) {
        decoding = FlatKeyedDecodingContainer<Key>.self
        encoding = FlatKeyedEncodingContainer<Key>.self
    }

    // Unsafe. Invariant: the keys are those of `init`, so the metatypes are those of containers of these keys. Both types of
    // metatypes have the same layout.

    @inline(__always)
    func container<Key: CodingKey>(keyedBy type: Key.Type, of decoder: FlatDecoder) -> KeyedDecodingContainer<Key> {
        // The conversion keeps the compiler from passing the metatype of the container itself.
        let type = unsafeBitCast(
            decoding as any FlatDecodingContainer.Type, to: (any FlatDecodingContainer<Key>.Type).self)
        return Self.container(type, of: decoder)
    }

    @inline(__always)
    func container<Key: CodingKey>(keyedBy type: Key.Type, of encoder: FlatEncoder) -> KeyedEncodingContainer<Key> {
        // The conversion keeps the compiler from passing the metatype of the container itself.
        let type = unsafeBitCast(
            encoding as any FlatEncodingContainer.Type, to: (any FlatEncodingContainer<Key>.Type).self)
        return Self.container(type, of: encoder)
    }

    private static func container<Container: FlatDecodingContainer>(
        _ type: Container.Type, of decoder: FlatDecoder
    ) -> KeyedDecodingContainer<Container.Key> {
        KeyedDecodingContainer(type.init(decoder: decoder))
    }

    private static func container<Container: FlatEncodingContainer>(
        _ type: Container.Type, of encoder: FlatEncoder
    ) -> KeyedEncodingContainer<Container.Key> {
        KeyedEncodingContainer(type.init(encoder: encoder))
    }
}
