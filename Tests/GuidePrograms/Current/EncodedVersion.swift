// swift-format-ignore-file
public protocol GDecoder {
	...
	var encodedVersion : UInt32  { get throws }
  ...
}

