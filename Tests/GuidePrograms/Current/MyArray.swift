// swift-format-ignore-file
struct MyArray<Element> {
	private final class RefBox<Element> {
		var value : Element
		
		init( _ value:Element )  {
			self.value	= value
		}
	}
	
	//	It's just an example, so let's use an Array
  //	as internal buffer:
	typealias	Buffer	= [Element]
	private var box : RefBox<Buffer>
	
	init()  {
		box	= RefBox( Buffer() )
	}
	
	private mutating func updateCOW() {
		if !isKnownUniquelyReferenced( &box ) {
			box = RefBox( box.value )
		}
	}
}

extension MyArray : RandomAccessCollection, RangeReplaceableCollection {
	var startIndex: Int					{ box.value.startIndex }
	var endIndex: Int					{ box.value.endIndex }
	func index(before i: Int) -> Int	{ box.value.index(before: i) }
	func index(after i: Int) -> Int		{ box.value.index(after: i) }
	
	subscript(i: Int) -> Element {
		get {
			box.value[i]
		}
		set {
			updateCOW()
			box.value[i] = newValue
		}
	}
	
	mutating func replaceSubrange<C>(_ subrange: Range<Int>, with newElements: C)
  where C : Collection, C.Element == Element {
		updateCOW()
		box.value.replaceSubrange(subrange, with: newElements)
	}
}

extension MyArray : CustomStringConvertible {
	var description: String	{
		box.value.description
	}
}

extension MyArray : Equatable where Element:Equatable {
	static func == (lhs: MyArray, rhs: MyArray) -> Bool {
		return lhs.box === rhs.box || lhs.box.value == rhs.box.value
	}
}
