// swift-format-ignore-file
required init(from decoder: GDecoder) throws {
	name		= try decoder.decode( for: Key.name  )
  try decoder.deferDecode( for: Key.connections ) { self.connections = $0 }
}
