extension ArraySlice: _GPlainCost {
    public static var _costPerValue: Int { DecodingCost.copiedCollection }
}

extension ArraySlice: GEncodable, _GPlainEncodable where Element: GEncodable {
    public func _plainValue() -> [Element] { Array(self) }
}

extension ArraySlice: GDecodable, _GPlainDecodable where Element: GDecodable {
    /// Creates a slice of all elements. Its indices begin at 0, whatever the original indices.
    public init(_plainValue: [Element]) { self = _plainValue[...] }
}
