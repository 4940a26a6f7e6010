extension Character: _GPlainEncodable, _GPlainDecodable {
    public func _plainValue() -> String { String(self) }

    public init(_plainValue: String) throws {
        guard _plainValue.count == 1, let character = _plainValue.first else {
            throw _InvalidPlainValue(
                "The archive holds a string of \(_plainValue.count) characters where one character was expected.")
        }
        self = character
    }
}
