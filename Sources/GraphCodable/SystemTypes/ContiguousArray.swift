extension ContiguousArray: _GPlainCost {
    public static var _costPerValue: Int { DecodingCost.copiedCollection }
}

extension ContiguousArray: GEncodable, _GPlainEncodable where Element: GEncodable {
    public func _plainValue() -> [Element] { Array(self) }
}

extension ContiguousArray: GDecodable, _GPlainDecodable where Element: GDecodable {
    public init(_plainValue: [Element]) { self = ContiguousArray(_plainValue) }
}
