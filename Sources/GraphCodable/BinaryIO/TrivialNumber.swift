/// A type whose memory is that of one or several numbers of another type.
protocol TrivialNumber {
    static var numberType: Any.Type { get }
}

extension TrivialNumber where Self: SIMD {
    static var numberType: Any.Type { Scalar.self }
}

// SIMD3 is missing because a vector of three has the size of a vector of four.
extension SIMD2: TrivialNumber {}
extension SIMD4: TrivialNumber {}
extension SIMD8: TrivialNumber {}
extension SIMD16: TrivialNumber {}
extension SIMD32: TrivialNumber {}
extension SIMD64: TrivialNumber {}

extension PackedKind {
    /// The kind of the numbers of which a type consists, if every bit pattern is a valid value of it.
    init?(numbersOf type: Any.Type) {
        func kind<Number>(_ type: Number.Type) -> PackedKind? { PackedKind(type) }
        let number = (type as? any TrivialNumber.Type)?.numberType ?? type
        guard let kind = _openExistential(number, do: kind), kind != .bool else { return nil }
        self = kind
    }
}
