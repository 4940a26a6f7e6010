// swift-format-ignore-file
class Generic<T:GDecodable> : GDecodable {
	let data : T
	
	required init(from decoder: GDecoder) throws {
		self.data = try decoder.decode()
	}
}
