// swift-format-ignore-file
public protocol GInheritance : AnyObject {
	var disableInheritance : Bool { get }
}
