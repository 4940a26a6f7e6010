// swift-format-ignore-file
extension Generic {
	class var replacementType: GDecodable.Type {
		func buildSelf<T>( _ typeT:T.Type ) -> GDecodable.Type
		where T:GDecodable { Generic<T>.self }

		let typeT = T.replacementType

		return buildSelf( typeT )
	}
}
