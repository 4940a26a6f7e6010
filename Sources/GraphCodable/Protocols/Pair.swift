/// A type that is archived as two values, each with a key. Do not use it outside the package.
public protocol _GPair: GEncodable, GDecodable {
    associatedtype _First: GEncodable & GDecodable
    associatedtype _Second: GEncodable & GDecodable
    static var _pairKeys: (String, String) { get }
    /// Returns the two values. Throws `notEncodable` if nothing could be decoded from them.
    func _pair() throws -> (_First, _Second)
    /// Creates a value from the two. Throws ``_InvalidPlainValue`` if there is no such value.
    init(_pair: (_First, _Second)) throws
}

extension _GPair {
    /// Encodes both values with keys.
    public func encode(to encoder: GEncoder) throws { try encodePair(to: encoder) }

    /// Creates a value by decoding both.
    ///
    /// - Throws: `valueOutOfRange` if there is no value of this type that has them.
    public init(from decoder: GDecoder) throws { try self.init(pairFrom: decoder) }

    private func encodePair(to encoder: GEncoder) throws {
        let (writer, keys, (first, second)) = (encoder._writer, Self._pairKeys, try _pair())
        try writer.inSlot(keys.0) { try first._encode(into: $0) }
        try writer.inSlot(keys.1) { try second._encode(into: $0) }
    }

    private init(pairFrom decoder: GDecoder) throws {
        let (reader, keys) = (decoder._reader, Self._pairKeys)
        try reader.beginSlot(keys.0)
        let first: _First = try reader.decodeValue()
        try reader.beginSlot(keys.1)
        let second: _Second = try reader.decodeValue()
        do {
            try self.init(_pair: (first, second))
        } catch let invalid as _InvalidPlainValue {
            throw reader.errorInComposite(.valueOutOfRange, invalid.message)
        }
    }
}

// These have keys, too, rather than the binary form.
extension _GPair where Self: GBinaryEncodable {
    /// Encodes both values with keys.
    public func encode(to encoder: GEncoder) throws { try encodePair(to: encoder) }
}

extension _GPair where Self: GBinaryDecodable {
    /// Creates a value by decoding both.
    public init(from decoder: GDecoder) throws { try self.init(pairFrom: decoder) }
}

extension GTrivial where Self: BinaryOType & _GPair, _First: BinaryOType, _Second: BinaryOType {
    /// Writes both values.
    public func write(to buffer: inout BinaryWriteBuffer) throws {
        let (first, second) = try _pair()
        try first.write(to: &buffer)
        try second.write(to: &buffer)
    }
}

extension GTrivial where Self: BinaryIType & _GPair, _First: BinaryIType, _Second: BinaryIType {
    /// Creates a value by reading both.
    public init(from buffer: inout BinaryReadBuffer) throws {
        let first = try _First(from: &buffer)
        try self.init(_pair: (first, try _Second(from: &buffer)))
    }
}
