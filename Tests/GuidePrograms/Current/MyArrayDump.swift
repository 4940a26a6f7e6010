// swift-format-ignore-file
let a 			= MyArray( [1,2] )
let b			= MyArray( [a,a] )
let inRoot		= MyArray( [b,b] )
print("••• MYArray = \(inRoot) ")
print( try GraphEncoder().dump( inRoot ) )
