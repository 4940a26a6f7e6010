// swift-format-ignore-file

public final class GTypesRepository {
	public static func initialize( fromFileID fileID:String = #fileID )
	public static func initialize( mainModuleName name:String )
	...
}
