extension Duration: _GPlainEncodable, _GPlainDecodable {
    /// The duration in attoseconds (10⁻¹⁸ s).
    public func _plainValue() -> Int128 { attoseconds }

    public init(_plainValue: Int128) { self.init(attoseconds: _plainValue) }
}
