import Foundation

extension UUID: _GPlainEncodable, _GPlainDecodable {
    /// The 16 bytes in the order of the text form.
    public func _plainValue() -> [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }

    public init(_plainValue: [UInt8]) throws {
        try _InvalidPlainValue.require(
            _plainValue.count == 16,
            "The archive holds \(_plainValue.count) bytes where a UUID was expected, which has 16.")
        self.init(uuid: _plainValue.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    }
}
