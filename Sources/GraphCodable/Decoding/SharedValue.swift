/// A decoded value with an identity, kept for the next reference to it.
class SharedValue {
    /// The size in bytes of its record and of the values behind its references, counted once for each reference.
    let size: Int
    /// The number of levels nested in it.
    let height: Int

    init(size: Int, height: Int) {
        self.size = size
        self.height = height
    }
}

/// A decoded value of any type, for errors.
protocol DecodedValueType {
    var valueType: Any.Type { get }
}

final class DecodedValue<Value>: SharedValue, DecodedValueType {
    let value: Value

    var valueType: Any.Type { Value.self }

    init(_ value: Value, size: Int, height: Int) {
        self.value = value
        super.init(size: size, height: height)
    }
}
