/// A type that can be encoded into an archive and decoded from one.
public typealias GCodable = GEncodable & GDecodable
