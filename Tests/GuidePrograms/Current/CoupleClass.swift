// swift-format-ignore-file
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
