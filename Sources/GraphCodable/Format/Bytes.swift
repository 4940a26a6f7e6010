/// The bytes of an archive.
public typealias Bytes = [UInt8]
