// swift-format-ignore-file
extension String : GIdentifiable {
	public var gcodableID: String? {
		self
	}
}
