// swift-format-ignore-file
final class Pair<T,Q> : GObsolete
where T:GCodable, Q:GCodable {
	static var replacementType: GDecodable.Type {
		return Couple<T,Q>.replacementType
	}
}

final class Couple<T,Q> : GDecodable
where T:GDecodable, Q:GDecodable {
	let lhs	: T
	let rhs	: Q
	
	init( _ lhs: T, _ rhs: Q ) {
		self.lhs	= lhs
		self.rhs	= rhs
	}
	
	init(from decoder: GDecoder) throws {
		lhs	= try decoder.decode()
		rhs	= try decoder.decode()
	}
}

extension Couple: GEncodable
where T:GEncodable, Q:GEncodable {
	func encode(to encoder: GEncoder) throws {
		try encoder.encode( lhs )
		try encoder.encode( rhs )
	}
}

extension Couple: CustomStringConvertible {
	var description: String {
		return "(\(lhs) <-> \(rhs))"
	}
}

extension Couple {
	class var replacementType: GDecodable.Type {
		func buildSelf<newT,newQ>( _ typeT:newT.Type, _ typeQ:newQ.Type ) -> GDecodable.Type
		where newT:GDecodable, newQ:GDecodable { Couple<newT,newQ>.self }
		
		let typeT = T.replacementType
		let typeQ = Q.replacementType
		
		return buildSelf( typeT, typeQ )
	}
}

// ----------------------------------------------
final class Model<S:GDecodable> : GDecodable {
	let value	: Couple<Couple<S,Int>,String>
	
	init( integer:Int, string:String, value:S ) {
		self.value = Couple(Couple(value,integer), string)
	}
	
	init(from decoder: GraphCodable.GDecoder) throws {
		value	= try decoder.decode()
	}
}
extension Model: GEncodable where S:GEncodable {
	func encode(to encoder: GraphCodable.GEncoder) throws {
		try encoder.encode( value )
	}
}

extension Model: CustomStringConvertible {
	var description: String {
		return "\(Self.self) = { value = \(value) }"
	}
}

extension Model {
	class var replacementType: GDecodable.Type {
		func buildSelf<T>( _ typeT:T.Type ) -> GDecodable.Type
		where T:GDecodable { Model<T>.self }

		let typeT = S.replacementType

		return buildSelf( typeT )
	}
}
 
typealias Two = Couple
try decode( 0 )	// decode the old (format 0) file
try encode( 1 )	// encode the new (format 1) file
try decode( 1 )	// decode the new (format 1) file
