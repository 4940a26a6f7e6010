// swift-format-ignore-file
public protocol GIdentifiable<GID> {
	associatedtype GID : Hashable
	var gcodableID: Self.GID? { get }
}

extension GIdentifiable where Self:Identifiable {
	public var gcodableID: Self.ID? { id }
}

