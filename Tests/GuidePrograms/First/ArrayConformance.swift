// swift-format-ignore-file
extension Array: GCodable where Element:GCodable {
	public func encode(to encoder: GEncoder) throws {
		for element in self {
			try encoder.encode( element )
		}
	}
	public init(from decoder: GDecoder) throws {
		self.init()

		self.reserveCapacity( try decoder.unkeyedCount() )

		while try decoder.unkeyedCount() > 0 {
			self.append( try decoder.decode() )
		}
	}
}
