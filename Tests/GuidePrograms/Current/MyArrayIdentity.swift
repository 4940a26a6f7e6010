// swift-format-ignore-file
extension MyArray: GIdentifiable {
	var gcodableID: ObjectIdentifier? { return ObjectIdentifier(box) }
}
