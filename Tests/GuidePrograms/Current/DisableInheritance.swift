// swift-format-ignore-file
extension MyReferenceType: GInheritance {
	var disableInheritance: Bool { true }
}
