// swift-format-ignore-file
public protocol GVersion : AnyObject {
	static var encodeVersion : UInt32 { get }
}
