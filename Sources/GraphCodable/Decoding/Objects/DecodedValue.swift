/// A decoded value with an identity, kept for the next reference to it.
class AnyDecodedValue {
    /// The size in bytes of its record and of the values behind its references, counted once for each reference.
    let size: Int
    /// The number of levels nested in it.
    let height: Int

    init(size: Int, height: Int) {
        (self.size, self.height) = (size, height)
    }

    class var valueType: Any.Type { Self.self }
}

final class DecodedValue<Value>: AnyDecodedValue {
    let value: Value

    init(_ value: Value, size: Int, height: Int) {
        self.value = value
        super.init(size: size, height: height)
    }

    override class var valueType: Any.Type { Value.self }
}
