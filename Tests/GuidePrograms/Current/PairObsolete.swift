// swift-format-ignore-file
final class Pair<T,Q> : GObsolete
where T:GCodable, Q:GCodable {
	static var replacementType: GDecodable.Type {
		return Couple<T,Q>.replacementType
	}
}
