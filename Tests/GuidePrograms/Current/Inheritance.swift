// swift-format-ignore-file
import Foundation
import GraphCodable

class A : CustomStringConvertible, GCodable, Codable {
	init() {
	}
	required init(from decoder: GDecoder) throws {
	}
	func encode(to encoder: GEncoder) throws {
	}
	var description: String {
		return "\(type(of: self))"
	}
}

class B : A {}

let inRoot	= [ A(), B() ]

print( type(of: inRoot) )	// Array<A>
print( inRoot )				// [A, B]

do {	// GraphCodable
	let data	= try GraphEncoder().encode( inRoot ) as Bytes
	let outRoot	= try GraphDecoder().decode( type(of:inRoot), from: data )
	
	print( type(of: outRoot) )	// Array<A>
	print( outRoot )			// [A, B] --> real reference types are maintained
}

do {	// Codable
	let data	= try JSONEncoder().encode( inRoot )
	let outRoot	= try JSONDecoder().decode( type(of:inRoot), from: data )
	
	print( type(of: outRoot) )	// Array<A>
	print( outRoot )			// [A, A]	--> real reference types are lost
}
