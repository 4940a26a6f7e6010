// swift-format-ignore-file
public protocol GDecodable {
	init(from decoder: GDecoder) throws
	
	static var replacementType : GDecodable.Type { get }
}

public extension GDecodable {
	static var replacementType : GDecodable.Type { Self.self }
}
