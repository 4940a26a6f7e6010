// A vector is archived as the array of its elements, packed if the element type is. Decoding checks the number of
// elements against that of the type.

// Extensions of SIMD, because the compiler would suggest these of GDecodable for a missing initializer of any type.
extension SIMD where Self: GEncodable, Scalar: GEncodable {
    public func _plainValue() -> [Scalar] { indices.map { self[$0] } }
}

extension SIMD where Self: GDecodable, Scalar: GDecodable {
    public init(_plainValue: [Scalar]) throws {
        try _InvalidPlainValue.require(
            _plainValue.count == Self.scalarCount,
            "The archive holds \(_plainValue.count) elements where a \(Self.self) was expected, which has \(Self.scalarCount)."
        )
        self.init()
        for (index, scalar) in _plainValue.enumerated() {
            self[index] = scalar
        }
    }
}

extension _GPlainCost where Self: SIMD {
    public static var _costPerValue: Int { DecodingCost.vectorElement * scalarCount }
}

extension SIMD2: _GPlainCost {}
extension SIMD2: GEncodable, _GPlainEncodable where Scalar: GEncodable {}
extension SIMD2: GDecodable, _GPlainDecodable where Scalar: GDecodable {}

extension SIMD3: _GPlainCost {}
extension SIMD3: GEncodable, _GPlainEncodable where Scalar: GEncodable {}
extension SIMD3: GDecodable, _GPlainDecodable where Scalar: GDecodable {}

extension SIMD4: _GPlainCost {}
extension SIMD4: GEncodable, _GPlainEncodable where Scalar: GEncodable {}
extension SIMD4: GDecodable, _GPlainDecodable where Scalar: GDecodable {}

extension SIMD8: _GPlainCost {}
extension SIMD8: GEncodable, _GPlainEncodable where Scalar: GEncodable {}
extension SIMD8: GDecodable, _GPlainDecodable where Scalar: GDecodable {}

extension SIMD16: _GPlainCost {}
extension SIMD16: GEncodable, _GPlainEncodable where Scalar: GEncodable {}
extension SIMD16: GDecodable, _GPlainDecodable where Scalar: GDecodable {}

extension SIMD32: _GPlainCost {}
extension SIMD32: GEncodable, _GPlainEncodable where Scalar: GEncodable {}
extension SIMD32: GDecodable, _GPlainDecodable where Scalar: GDecodable {}

extension SIMD64: _GPlainCost {}
extension SIMD64: GEncodable, _GPlainEncodable where Scalar: GEncodable {}
extension SIMD64: GDecodable, _GPlainDecodable where Scalar: GDecodable {}

extension SIMDMask: _GPlainEncodable {
    public func _plainValue() -> [Bool] { (0..<scalarCount).map { self[$0] } }
}

extension SIMDMask: _GPlainDecodable {
    public init(_plainValue: [Bool]) throws {
        self.init()
        try _InvalidPlainValue.require(
            _plainValue.count == scalarCount,
            "The archive holds \(_plainValue.count) booleans where a \(Self.self) was expected, which has \(scalarCount)."
        )
        for (index, isSet) in _plainValue.enumerated() {
            self[index] = isSet
        }
    }
}
