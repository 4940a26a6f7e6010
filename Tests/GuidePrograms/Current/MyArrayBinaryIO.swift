// swift-format-ignore-file
extension MyArray: BinaryIOType where Element:BinaryIOType {
	init(from rbuffer: inout BinaryReadBuffer) throws {
		box	= RefBox( try Buffer(from: &rbuffer) )
	}
	
	func write(to wbuffer: inout BinaryWriteBuffer) throws {
		try box.value.write(to: &wbuffer)
	}
}
