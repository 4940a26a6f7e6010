// swift-format-ignore-file
class MyData: GCodable {
	class var replacementType: GDecodable.Type {
		return MyNewData.replacementType
	}
	
	required init(from decoder: GDecoder) throws {
		preconditionFailure("Unreachable \(#function)")
	}
	
	func encode(to encoder: GEncoder) throws {
		preconditionFailure("Unreachable \(#function)")
	}
  // no other code
}
