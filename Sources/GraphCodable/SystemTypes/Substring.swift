extension Substring: _GPlainEncodable, _GPlainDecodable {
    public func _plainValue() -> String { String(self) }

    public init(_plainValue: String) { self = Substring(_plainValue) }
}
