// swift-format-ignore-file
required init(from decoder: GDecoder) throws {
	self.childs	= try decoder.decode( for: Key.childs )
	try decoder.deferDecode( for: Key.parent ) { self.parent = $0 }
}
