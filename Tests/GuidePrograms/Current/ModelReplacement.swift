// swift-format-ignore-file
extension Model {
	class var replacementType: GDecodable.Type {
		func buildSelf<T>( _ typeT:T.Type ) -> GDecodable.Type
		where T:GDecodable { Model<T>.self }

		let typeT = S.replacementType

		return buildSelf( typeT )
	}
}

