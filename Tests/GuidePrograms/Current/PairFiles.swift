// swift-format-ignore-file
func path( number:Int ) -> URL {
	let string = number > 0 ? String(number) : ""
	return FileManager.default.urls(
		for: .documentDirectory, in: .userDomainMask
	)[0].appendingPathComponent("ModelNumber\(string).graph")
}

typealias DataModel = Model<Two<Double, Int>>

func encode( _ phase:Int ) throws {
	let inRoot : DataModel = Model(integer: 1, string: "P", value: Two(1.0,3))
	print( "••• Encoding format \(phase):" )
	print( "\t\(inRoot)" )
	try (
		try GraphCodableUti.checkEncoder( root: inRoot ) as Data
	).write( to: path(number: phase) )
	print()
}

func decode( _ phase:Int ) throws {
	print( "••• Decoding format \(phase):" )
	let outRoot	= try GraphCodableUti.checkDecoder(
		type: DataModel.self,
		data: try Data.init(contentsOf: path(number: phase)),
		qualifiedClassNames: false
	)
	print( "Result:\n\t\(outRoot)" )
	print()
}
