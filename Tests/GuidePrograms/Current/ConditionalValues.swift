// swift-format-ignore-file
import Foundation
import GraphCodable

struct VeryLargeData : GCodable, Identifiable, GIdentifiable {
	let id = UUID()
	let veryLargeData : String
	
	init( _ veryLargeData: String = "very large data") {
		self.veryLargeData	= veryLargeData
	}

	func encode(to encoder: GEncoder) throws {
		try encoder.encode( veryLargeData )
	}
	
	init(from decoder: GDecoder) throws {
		veryLargeData	= try decoder.decode()
	}
}

struct A : GCodable {
	var data : VeryLargeData
	
	init( data:VeryLargeData ) {
		self.data	= data
	}
	
	private enum Key : String {
		case data
	}
	
	func encode(to encoder: GEncoder) throws {
		try encoder.encode( data, for: Key.data )
	}
	
	init(from decoder: GDecoder) throws {
		data	= try decoder.decode( for: Key.data )
	}
}

struct B : GCodable {
	var data : VeryLargeData?

	init( data:VeryLargeData ) {
		self.data	= data
	}

	private enum Key : String {
		case data
	}
	
	func encode(to encoder: GEncoder) throws {
		try encoder.encodeConditional( data, for: Key.data )
	}
	
	init(from decoder: GDecoder) throws {
		data	= try decoder.decode( for: Key.data )
	}
}

struct Model : GCodable {
	var a 	: A?
	var b 	: B
	
	init( a:A?, b:B ) {
		self.a	= a
		self.b	= b
	}
	
	private enum Key : String {
		case a,b
	}
	
	func encode(to encoder: GEncoder) throws {
		try encoder.encode( a, for: Key.a )
		try encoder.encode( b, for: Key.b )
	}
	
	init(from decoder: GDecoder) throws {
		a	= try decoder.decodeIfPresent( for: Key.a )
		b	= try decoder.decode( for: Key.b )
	}
}

var a	= A(data: VeryLargeData())
var b	= B(data: a.data)

let inRoot = Model(a: a, b: b)

let data	= try GraphEncoder().encode( inRoot ) as Bytes
let outRoot	= try GraphDecoder().decode( type(of:inRoot), from:data )

if let oa = outRoot.a {
	print( "outRoot.a.data contains \(oa.data.veryLargeData)" )
} else {
	print( "outRoot.a == nil " )
}

if let obdata = outRoot.b.data {
	print( "outRoot.b.data contains \(obdata.veryLargeData)" )
} else {
	print( "outRoot.b.data == nil " )
}
if let aid = outRoot.a?.data.id, let bid = outRoot.b.data?.id {
	if aid == bid { print( "Very large data NOT duplicated." )}
	else { print( "Very large data duplicated." )}
}
