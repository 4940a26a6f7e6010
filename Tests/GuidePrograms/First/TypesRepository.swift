// swift-format-ignore-file

func initializeGraphCodable() {
	GTypesRepository.initialize()	
	
	Body.register()
	Body.Presence.register()
	Boy.register()
	Girl.register()
	Presence.register()
	Swift.Array<Child>.register()
	Swift.Array<Swift.Int>.register()
	Swift.Dictionary<Swift.Int,Swift.String>.register()
	Swift.Set<Swift.Int>.register()
	Woman.register()
	// ...
}
