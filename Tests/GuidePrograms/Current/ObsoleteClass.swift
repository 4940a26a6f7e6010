// swift-format-ignore-file
class MyData : GObsolete {
	class var replacementType: GDecodable.Type {
		return MyNewData.replacementType
	}
}
