// swift-format-ignore-file
import Foundation
import GraphCodable

GTypesRepository.initialize()

let data : Data

do {
	struct MyData :GCodable, CustomStringConvertible {
		let number : Int
		
		init( number: Int ) {
			self.number	= number
		}
		
		private enum Key : String {
			case number
		}
		
		init(from decoder: GDecoder) throws {
			self.number	= try decoder.decode(for: Key.number)
		}
		
		func encode(to encoder: GEncoder) throws {
			try encoder.encode( number, for:Key.number )
		}
		
		var description: String {
			return "\(type(of:self))(number: \(number))"
		}
	}
	
	struct Container<T:GCodable> :GCodable, CustomStringConvertible {
		let value : T

		init( value: T ) {
			self.value	= value
		}

		private enum Key : String {
			case bubbu
		}

		init(from decoder: GDecoder) throws {
			self.value	= try decoder.decode(for: Key.bubbu)
		}
		
		func encode(to encoder: GEncoder) throws {
			try encoder.encode( value, for:Key.bubbu )
		}

		var description: String {
			return "\(type(of:self))(value: \(value))"
		}
	}
	
	let inRoot	= [Container(value: MyData(number: 3))]
	
	data = try GraphEncoder().encode( inRoot )
	print( inRoot )	// print [Container<MyData>(value: MyData(number: 3))]
}

GTypesRepository.initialize()

do {
	//	Now suppose we want to change the type of MyData to MyNewData

	struct MyNewData :GCodable, CustomStringConvertible {
		let number : Int
	
		init( number: Int ) {
			self.number	= number
		}
		
		private enum Key : String {
			case number
		}
		
		init(from decoder: GDecoder) throws {
			self.number	= try decoder.decode(for: Key.number)
		}
		
		func encode(to encoder: GEncoder) throws {
			try encoder.encode( number, for:Key.number )
		}

		var description: String {
			return "\(type(of:self))(number: \(number))"
		}
	}

	//	and the type of Container<...> to NewContainer<...>

	struct NewContainer<T:GCodable> :GCodable, CustomStringConvertible {
		let value : T

		init( value: T ) {
			self.value	= value
		}

		private enum Key : String {
			case bubbu
		}

		init(from decoder: GDecoder) throws {
			self.value	= try decoder.decode(for: Key.bubbu)
		}
		
		func encode(to encoder: GEncoder) throws {
			try encoder.encode( value, for:Key.bubbu )
		}

		var description: String {
			return "\(type(of:self))(value: \(value))"
		}
	}

	//	... and therefore every time the MyData and Container<...>
	//	types are encountered during the decode, the new MyNewData
	//	and NewContainer<...> types must be created in their place.
	
	//	We need dummy structs with the names that we want replace:
	//	(if you need to replace a class, use a dummy class)
	struct MyData {}
	struct Container<T> {}

	//	unregister MyData if needed, register MyNewData and teach
	//	the TypesRepository to replace MyData with MyNewData:
	try MyNewData.replace(type: MyData.self)
	
	//	unregister Container<...> if needed, register NewContainer<...>
	//	and teach the TypesRepository to replace Container<MyData> with
	//	NewContainer<MyNewData>:
	try NewContainer<MyNewData>.replace(type: Container<MyData>.self)

	//	now we need to register the other new type
	//	(This function is normally called at the beginning of the program)
	[NewContainer<MyNewData>].register()
	
	//	notice how substitution also occurs for types nested in other types
	let outRoot	= try GraphDecoder().decode( [NewContainer<MyNewData>].self, from: data )
	print( outRoot )	// print [NewContainer<MyNewData>(value: MyNewData(number: 3))]
}

