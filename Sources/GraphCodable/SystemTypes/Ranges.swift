// Ranges are composites with one or two bounds. The bounds in an archive may be out of order or NaN, so compare them
// before creating a range.

private enum RangeKey: String {
    case lowerBound, upperBound
}

extension GDecoder {
    fileprivate func bounds<Bound: Comparable & GDecodable, Range>(of type: Range.Type) throws -> (Bound, Bound) {
        let mark = _reader.costMark
        let lower: Bound = try decode(for: RangeKey.lowerBound)
        let upper: Bound = try decode(for: RangeKey.upperBound)
        try _reader.chargeConversion(since: mark)
        guard lower <= upper else {
            throw _reader.errorInComposite(.valueOutOfRange, "The bounds of a \(type) are not in order.")
        }
        return (lower, upper)
    }

    fileprivate func bound<Bound: Comparable & GDecodable, Range>(_ key: RangeKey, of type: Range.Type) throws -> Bound
    {
        let mark = _reader.costMark
        let bound: Bound = try decode(for: key)
        try _reader.chargeConversion(since: mark)
        guard bound == bound else {
            throw _reader.errorInComposite(.valueOutOfRange, "The bound of a \(type) is not equal to itself.")
        }
        return bound
    }
}

extension GEncoder {
    /// Encodes a bound if decoders accept it.
    fileprivate func encode<Bound: Comparable & GEncodable, Range>(
        _ bound: Bound, for key: RangeKey, of type: Range.Type
    ) throws {
        guard bound == bound else {
            throw GraphCodableError(
                .notEncodable, "The bound of a \(type) is not equal to itself. Check for NaN before encoding the range."
            )
        }
        try encode(bound, for: key)
    }
}

extension Range: GEncodable where Bound: GEncodable {
    /// Encodes both bounds with keys.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(lowerBound, for: RangeKey.lowerBound)
        try encoder.encode(upperBound, for: RangeKey.upperBound)
    }
}

extension Range: GDecodable where Bound: GDecodable {
    /// Creates a range by decoding both bounds.
    ///
    /// - Throws: `valueOutOfRange` if the bounds are not in order.
    public init(from decoder: GDecoder) throws {
        let (lower, upper): (Bound, Bound) = try decoder.bounds(of: Self.self)
        self = lower..<upper
    }
}

extension ClosedRange: GEncodable where Bound: GEncodable {
    /// Encodes both bounds with keys.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(lowerBound, for: RangeKey.lowerBound)
        try encoder.encode(upperBound, for: RangeKey.upperBound)
    }
}

extension ClosedRange: GDecodable where Bound: GDecodable {
    /// Creates a range by decoding both bounds.
    ///
    /// - Throws: `valueOutOfRange` if the bounds are not in order.
    public init(from decoder: GDecoder) throws {
        let (lower, upper): (Bound, Bound) = try decoder.bounds(of: Self.self)
        self = lower...upper
    }
}

extension PartialRangeFrom: GEncodable where Bound: GEncodable {
    /// Encodes the bound with a key.
    ///
    /// - Throws: `notEncodable` if the bound does not equal itself, such as NaN.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(lowerBound, for: .lowerBound, of: Self.self)
    }
}

extension PartialRangeFrom: GDecodable where Bound: GDecodable {
    /// Creates a range by decoding its bound.
    ///
    /// - Throws: `valueOutOfRange` if the bound does not equal itself, such as NaN.
    public init(from decoder: GDecoder) throws {
        self = try decoder.bound(.lowerBound, of: Self.self)...
    }
}

extension PartialRangeThrough: GEncodable where Bound: GEncodable {
    /// Encodes the bound with a key.
    ///
    /// - Throws: `notEncodable` if the bound does not equal itself, such as NaN.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(upperBound, for: .upperBound, of: Self.self)
    }
}

extension PartialRangeThrough: GDecodable where Bound: GDecodable {
    /// Creates a range by decoding its bound.
    ///
    /// - Throws: `valueOutOfRange` if the bound does not equal itself, such as NaN.
    public init(from decoder: GDecoder) throws {
        self = ...(try decoder.bound(.upperBound, of: Self.self))
    }
}

extension PartialRangeUpTo: GEncodable where Bound: GEncodable {
    /// Encodes the bound with a key.
    ///
    /// - Throws: `notEncodable` if the bound does not equal itself, such as NaN.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(upperBound, for: .upperBound, of: Self.self)
    }
}

extension PartialRangeUpTo: GDecodable where Bound: GDecodable {
    /// Creates a range by decoding its bound.
    ///
    /// - Throws: `valueOutOfRange` if the bound does not equal itself, such as NaN.
    public init(from decoder: GDecoder) throws {
        self = ..<(try decoder.bound(.upperBound, of: Self.self))
    }
}
