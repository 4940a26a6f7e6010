extension Unicode.Scalar: _GPlainEncodable, _GPlainDecodable {
    public func _plainValue() -> UInt32 { value }

    public init(_plainValue: UInt32) throws {
        guard let scalar = Unicode.Scalar(_plainValue) else {
            throw _InvalidPlainValue("The archive holds the number \(_plainValue), which is not a Unicode scalar.")
        }
        self = scalar
    }
}
