import Foundation

extension IndexPath: _GPlainEncodable, _GPlainDecodable {
    public func _plainValue() -> [Int] { Array(self) }

    public init(_plainValue: [Int]) { self.init(indexes: _plainValue) }
}
