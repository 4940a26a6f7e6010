// swift-format-ignore-file
extension MyArray: BinaryIOType where Element:BinaryIOType {
	init(from buffer: inout BinaryReadBuffer) throws {
		box	= RefBox( try Buffer(from: &buffer) )
	}
	
	func write(to buffer: inout BinaryWriteBuffer) throws {
		try box.value.write(to: &buffer)
	}
}
