// swift-format-ignore-file
final class Pair<T,Q> : GDecodable
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

extension Pair: GEncodable
where T:GEncodable, Q:GEncodable {
	func encode(to encoder: GEncoder) throws {
		try encoder.encode( lhs )
		try encoder.encode( rhs )
	}
}

extension Pair: CustomStringConvertible {
	var description: String {
		return "(\(lhs) <-> \(rhs))"
	}
}
// ----------------------------------------------
final class Model<S:GDecodable> : GDecodable {
	let value	: Pair<Pair<S,Int>,String>
	
	init( integer:Int, string:String, value:S ) {
		self.value = Pair(Pair(value,integer), string)
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
// ----------------------------------------------
typealias Two = Pair
try encode( 0 )	// encode old version
try decode( 0 )	// decode old version

