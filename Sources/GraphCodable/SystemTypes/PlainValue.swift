/// A type that is archived as a value of another type. Not to be used by users of the package.
public protocol _GPlainEncodable: GEncodable {
    associatedtype _PlainOutput: GEncodable
    /// What is archived in this value's place.
    func _plainValue() throws -> _PlainOutput
}

/// A type that is decoded from a value of another type. Not to be used by users of the package.
public protocol _GPlainDecodable: GDecodable {
    associatedtype _PlainInput: GDecodable
    /// Makes the value from what was archived in its place.
    ///
    /// Throws ``_InvalidPlainValue`` when that stands for no value.
    init(_plainValue: _PlainInput) throws
    /// What making a value costs, in the units of ``GraphDecodingPolicy/maximumCostPerByte``, for each byte that stands for it.
    static var _costPerByte: Int { get }
    /// What making a value costs besides.
    static var _costPerValue: Int { get }
}

extension _GPlainDecodable {
    public static var _costPerByte: Int { 0 }
    public static var _costPerValue: Int { 0 }
}

/// Says why a plain value stands for no value of the type. Not to be used by users of the package.
public struct _InvalidPlainValue: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

extension _GPlainEncodable {
    /// Writes the value as the only, unkeyed value.
    public func encode(to encoder: GEncoder) throws { try encoder.encode(self) }

    public func _encode(into writer: _GraphWriter) throws {
        if writer.needsIdentity(Self.self) {
            return try writer.encodeIdentified(self)
        }
        try _plainValue()._encode(into: writer)
    }
}

extension _GPlainDecodable {
    /// Reads the value from the next unkeyed value.
    public init(from decoder: GDecoder) throws { self = try decoder.decode() }

    public static func _decode(from reader: _GraphReader) throws -> Self {
        if _GraphReader.isReference(try reader.peekTag()) {
            return try reader.decodeIdentified(Self.self)
        }
        let mark = reader.costMark
        let plainValue = try _PlainInput._decode(from: reader)
        try reader.chargeConversion(since: mark, perByte: _costPerByte, perValue: _costPerValue)
        do {
            return try Self(_plainValue: plainValue)
        } catch let invalid as _InvalidPlainValue {
            throw reader.error(.valueOutOfRange, invalid.message)
        }
    }
}

extension BinaryOType where Self: _GPlainEncodable, _PlainOutput: BinaryOType {
    /// Writes what is archived in the value's place.
    public func write(to wbuffer: inout BinaryWriteBuffer) throws {
        try _plainValue().write(to: &wbuffer)
    }
}

extension BinaryIType where Self: _GPlainDecodable, _PlainInput: BinaryIType {
    /// Reads what is archived in the value's place.
    public init(from rbuffer: inout BinaryReadBuffer) throws {
        let plainValue = try _PlainInput(from: &rbuffer)
        do {
            self = try Self(_plainValue: plainValue)
        } catch let invalid as _InvalidPlainValue {
            throw rbuffer.error(.valueOutOfRange, invalid.message)
        }
    }
}
