// swift-format-ignore-file
extension MyArray: GCodable where Element:GCodable {
	init(from decoder: GDecoder) throws {
		box	= RefBox( try decoder.decode() )
	}
	func encode(to encoder: GEncoder) throws {
		try encoder.encode( box.value )
	}
}
