/// A decoded value with identity, kept for the next reference to it.
class SharedValue {
    /// The bytes of its record, and those of the values behind its references, for each reference.
    let size: Int
    /// How many levels are nested in it.
    let height: Int

    init(size: Int, height: Int) {
        self.size = size
        self.height = height
    }
}

final class DecodedValue<Value>: SharedValue {
    let value: Value

    init(_ value: Value, size: Int, height: Int) {
        self.value = value
        super.init(size: size, height: height)
    }
}
