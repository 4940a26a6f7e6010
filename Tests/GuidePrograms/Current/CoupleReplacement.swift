// swift-format-ignore-file
extension Couple {
	class var replacementType: GDecodable.Type {
		func buildSelf<newT,newQ>( _ typeT:newT.Type, _ typeQ:newQ.Type ) -> GDecodable.Type
		where newT:GDecodable, newQ:GDecodable { Couple<newT,newQ>.self }
		
		let typeT = T.replacementType
		let typeQ = Q.replacementType
		
		return buildSelf( typeT, typeQ )
	}
}
