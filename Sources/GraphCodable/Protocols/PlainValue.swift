/// The cost of creating a value from the one that was archived in its place. Do not use it outside the package.
public protocol _GPlainCost {
    /// The cost for each byte that represents the value, in the units of ``GraphDecodingPolicy/maximumCostPerByte``.
    static var _costPerByte: Int { get }
    /// The additional cost of a value.
    static var _costPerValue: Int { get }
}

extension _GPlainCost {
    public static var _costPerByte: Int { 0 }
    public static var _costPerValue: Int { 0 }
}

/// A type that is archived as a value of another type. Do not use it outside the package.
public protocol _GPlainEncodable: GEncodable, _GPlainCost {
    associatedtype _PlainOutput: GEncodable
    /// Returns the value to archive in place of this one.
    func _plainValue() throws -> _PlainOutput
}

/// A type that is decoded from a value of another type. Do not use it outside the package.
public protocol _GPlainDecodable: GDecodable, _GPlainCost {
    associatedtype _PlainInput: GDecodable
    /// Creates a value from the one that was archived in its place.
    ///
    /// - Parameter _plainValue: The archived value.
    /// - Throws: ``_InvalidPlainValue`` if it does not represent a value of this type.
    init(_plainValue: _PlainInput) throws
    /// The cost of a conversion that depends on the contents of the plain value.
    static func _cost(of plainValue: _PlainInput) -> Int
}

extension _GPlainDecodable {
    @inlinable
    public static func _cost(of plainValue: _PlainInput) -> Int { 0 }
}

/// An error that states why a plain value does not represent a value of the type. Do not use it outside the package.
public struct _InvalidPlainValue: Error {
    package let message: String

    init(_ message: String) {
        self.message = message
    }

    /// Throws an error unless a condition holds.
    static func require(_ holds: Bool, _ message: @autoclosure () -> String) throws(_InvalidPlainValue) {
        guard holds else { throw _InvalidPlainValue(message()) }
    }
}

extension _GPlainEncodable {
    /// Encodes the value as the only, unkeyed value.
    public func encode(to encoder: GEncoder) throws { try encoder.encode(self) }

    public func _encode(into writer: _GraphWriter) throws {
        if try writer.encodeIfIdentified(self) { return }
        try writer.encodeConverted(_plainValue(), of: Self.self)
    }
}

extension _GPlainDecodable {
    /// Creates a value by decoding the next unkeyed value.
    ///
    /// - Throws: `valueOutOfRange` if the archived value does not represent a value of this type.
    public init(from decoder: GDecoder) throws { self = try decoder.decode() }

    @inlinable
    public static var _mayLeadToObject: Bool { _PlainInput._mayLeadToObject }

    public static func _decode(from reader: _GraphReader) throws -> Self {
        if _GraphReader.isReference(try reader.peekTag()) {
            return try reader.withSession { try $0.decodeIdentified(Self.self) }
        }
        return try convert(from: reader) { try _PlainInput._decode(from: reader) }
    }

    /// Creates a value from the plain one that a closure reads.
    static func convert(from reader: _GraphReader, _ read: () throws -> _PlainInput) throws -> Self {
        let mark = reader.costMark
        let plainValue = try read()
        try reader.chargeConversion(since: mark, perByte: _costPerByte, perValue: _costPerValue)
        try reader.charge(_cost(of: plainValue))
        do {
            return try Self(_plainValue: plainValue)
        } catch let invalid as _InvalidPlainValue {
            throw reader.error(.valueOutOfRange, invalid.message, at: mark.start)
        }
    }
}

extension BinaryOType where Self: _GPlainEncodable, _PlainOutput: BinaryOType {
    /// Writes the value that is archived in place of this one.
    public func write(to buffer: inout BinaryWriteBuffer) throws {
        try _plainValue().write(to: &buffer)
    }
}

extension BinaryIType where Self: _GPlainDecodable, _PlainInput: BinaryIType {
    /// Creates a value by reading the one that is archived in its place.
    ///
    /// - Throws: `valueOutOfRange` if it does not represent a value of this type.
    public init(from buffer: inout BinaryReadBuffer) throws {
        let count = buffer.remainingCount
        let plainValue = try _PlainInput(from: &buffer)
        let cost = (count - buffer.remainingCount).multipliedClamped(by: Self._costPerByte)
        try buffer.charge(cost.addingClamped(Self._costPerValue).addingClamped(Self._cost(of: plainValue)))
        do {
            self = try Self(_plainValue: plainValue)
        } catch let invalid as _InvalidPlainValue {
            throw buffer.error(.valueOutOfRange, invalid.message)
        }
    }
}
