// A collection is written as its count and its elements, an optional as a byte and its value, if any.

extension BinaryReadBuffer {
    /// Reads a count and that number of elements, each of which takes at least one byte.
    fileprivate mutating func readElements<Element>(
        _ read: (inout BinaryReadBuffer) throws -> Element
    ) throws -> [Element] {
        let count = try readCount()
        try charge(DecodingCost.collection(count, elementSize: MemoryLayout<Element>.stride))
        // Without `nested`, whose calls would take stack at each level.
        try enter()
        defer { leave() }
        return try Array(decoding: count) { try read(&self) }
    }

    fileprivate mutating func readBounds<Bound: Comparable & BinaryIType, Range>(
        of type: Range.Type
    ) throws -> (Bound, Bound) {
        let (lower, upper) = (try Bound(from: &self), try Bound(from: &self))
        guard lower <= upper else {
            throw error(.valueOutOfRange, "The bounds of a \(type) are not in order.")
        }
        return (lower, upper)
    }
}

extension String: BinaryOType, BinaryIType {
    /// Writes the number of UTF-8 bytes and the bytes.
    public func write(to buffer: inout BinaryWriteBuffer) throws {
        var copy = self
        copy.withUTF8 { utf8 in
            buffer.appendCount(utf8.count)
            buffer.append(UnsafeRawBufferPointer(utf8))
        }
    }

    /// Creates a string from its UTF-8 bytes.
    ///
    /// - Throws: `malformed` if they are not valid UTF-8.
    public init(from buffer: inout BinaryReadBuffer) throws {
        let count = try buffer.readCount()
        try buffer.charge(DecodingCost.bytes(count))
        let text = try buffer.read(count) { bytes in
            String(validating: bytes, as: UTF8.self).map { ($0, count < 256 ? 0 : DecodingCost.marks(in: $0, bytes)) }
        }
        guard let (string, marks) = text else {
            throw buffer.error(.malformed, "A string is not valid UTF-8.")
        }
        try buffer.charge(marks)
        self = string
    }
}

extension Optional: BinaryOType where Wrapped: BinaryOType {
    /// Writes whether there is a value, followed by the value.
    public func write(to buffer: inout BinaryWriteBuffer) throws {
        try (self != nil).write(to: &buffer)
        guard let self else { return }
        buffer.enter()
        defer { buffer.leave() }
        try self.write(to: &buffer)
    }
}

extension Optional: BinaryIType where Wrapped: BinaryIType {
    /// Creates an optional by reading whether there is a value, and the value.
    ///
    /// - Throws: `malformed` if the first byte is neither 0 nor 1, `depthExceeded` if the policy does not allow the
    ///   nesting.
    public init(from buffer: inout BinaryReadBuffer) throws {
        self = try Bool(from: &buffer) ? try buffer.nested { try Wrapped(from: &$0) } : nil
    }
}

extension Array: BinaryOType where Element: BinaryOType {
    /// Writes the count and the elements.
    public func write(to buffer: inout BinaryWriteBuffer) throws {
        try buffer.append(self, areSorted: false) { try $0.write(to: &$1) }
    }
}

extension Array: BinaryIType where Element: BinaryIType {
    /// Creates an array by reading its count and elements.
    ///
    /// - Throws: `malformed` if the count exceeds the bytes left, `limitExceeded` or `depthExceeded` if the policy does
    ///   not allow the elements.
    public init(from buffer: inout BinaryReadBuffer) throws {
        self = try buffer.readElements { try Element(from: &$0) }
    }
}

extension Set: BinaryOType where Element: BinaryOType {
    /// Writes the count and the elements.
    public func write(to buffer: inout BinaryWriteBuffer) throws {
        try buffer.append(self, areSorted: buffer.sortsElements) { try $0.write(to: &$1) }
    }
}

extension Set: BinaryIType where Element: BinaryIType {
    /// Creates a set by reading its count and elements.
    ///
    /// - Throws: `duplicateElement` if two elements are equal.
    public init(from buffer: inout BinaryReadBuffer) throws {
        let elements = try buffer.readElements { try Element(from: &$0) }
        try buffer.chargeHashing(elements) { $0 }
        self = Set(elements)
        guard count == elements.count else {
            throw buffer.error(.duplicateElement, "A set holds equal elements.")
        }
    }
}

extension Dictionary: BinaryOType where Key: BinaryOType, Value: BinaryOType {
    /// Writes the count, followed by alternating keys and values.
    public func write(to buffer: inout BinaryWriteBuffer) throws {
        try buffer.append(self, areSorted: buffer.sortsElements) { pair, buffer in
            try pair.key.write(to: &buffer)
            try pair.value.write(to: &buffer)
        }
    }
}

extension Dictionary: BinaryIType where Key: BinaryIType, Value: BinaryIType {
    /// Creates a dictionary by reading its count, followed by alternating keys and values.
    ///
    /// - Throws: `duplicateElement` if two keys are equal.
    public init(from buffer: inout BinaryReadBuffer) throws {
        let pairs = try buffer.readElements { buffer in
            let key = try Key(from: &buffer)
            return (key, try Value(from: &buffer))
        }
        try buffer.chargeHashing(pairs) { $0.0 }
        self.init(minimumCapacity: pairs.count)
        for (key, value) in pairs {
            guard updateValue(value, forKey: key) == nil else {
                throw buffer.error(.duplicateElement, "A dictionary holds equal keys.")
            }
        }
    }
}

extension Range: BinaryOType where Bound: BinaryOType {
    /// Writes both bounds.
    public func write(to buffer: inout BinaryWriteBuffer) throws {
        try lowerBound.write(to: &buffer)
        try upperBound.write(to: &buffer)
    }
}

extension Range: BinaryIType where Bound: BinaryIType {
    /// Creates a range by reading both bounds.
    ///
    /// - Throws: `valueOutOfRange` if the bounds are not in order.
    public init(from buffer: inout BinaryReadBuffer) throws {
        let (lower, upper): (Bound, Bound) = try buffer.readBounds(of: Self.self)
        self = lower..<upper
    }
}

extension ClosedRange: BinaryOType where Bound: BinaryOType {
    /// Writes both bounds.
    public func write(to buffer: inout BinaryWriteBuffer) throws {
        try lowerBound.write(to: &buffer)
        try upperBound.write(to: &buffer)
    }
}

extension ClosedRange: BinaryIType where Bound: BinaryIType {
    /// Creates a range by reading both bounds.
    ///
    /// - Throws: `valueOutOfRange` if the bounds are not in order.
    public init(from buffer: inout BinaryReadBuffer) throws {
        let (lower, upper): (Bound, Bound) = try buffer.readBounds(of: Self.self)
        self = lower...upper
    }
}

extension BinaryOType where Self: RawRepresentable, RawValue: BinaryOType {
    /// Writes the raw value.
    public func write(to buffer: inout BinaryWriteBuffer) throws { try rawValue.write(to: &buffer) }
}

extension BinaryIType where Self: RawRepresentable, RawValue: BinaryIType {
    /// Creates a value by reading its raw value.
    ///
    /// - Throws: `valueOutOfRange` if no case has the raw value.
    public init(from buffer: inout BinaryReadBuffer) throws {
        let rawValue = try RawValue(from: &buffer)
        guard let value = Self(rawValue: rawValue) else {
            throw buffer.error(.valueOutOfRange, "There is no case of \(Self.self) for the raw value \(rawValue).")
        }
        self = value
    }
}

// These types are written as the value that is archived in their place.
extension Character: BinaryOType, BinaryIType {}
extension Substring: BinaryOType, BinaryIType {}
extension Unicode.Scalar: BinaryOType, BinaryIType {}
extension Duration: BinaryOType, BinaryIType {}
extension ArraySlice: BinaryOType where Element: GEncodable & BinaryOType {}
extension ArraySlice: BinaryIType where Element: GDecodable & BinaryIType {}
extension ContiguousArray: BinaryOType where Element: GEncodable & BinaryOType {}
extension ContiguousArray: BinaryIType where Element: GDecodable & BinaryIType {}
extension SIMDMask: BinaryOType, BinaryIType {}
extension SIMD2: BinaryOType where Scalar: GEncodable & BinaryOType {}
extension SIMD2: BinaryIType where Scalar: GDecodable & BinaryIType {}
extension SIMD3: BinaryOType where Scalar: GEncodable & BinaryOType {}
extension SIMD3: BinaryIType where Scalar: GDecodable & BinaryIType {}
extension SIMD4: BinaryOType where Scalar: GEncodable & BinaryOType {}
extension SIMD4: BinaryIType where Scalar: GDecodable & BinaryIType {}
extension SIMD8: BinaryOType where Scalar: GEncodable & BinaryOType {}
extension SIMD8: BinaryIType where Scalar: GDecodable & BinaryIType {}
extension SIMD16: BinaryOType where Scalar: GEncodable & BinaryOType {}
extension SIMD16: BinaryIType where Scalar: GDecodable & BinaryIType {}
extension SIMD32: BinaryOType where Scalar: GEncodable & BinaryOType {}
extension SIMD32: BinaryIType where Scalar: GDecodable & BinaryIType {}
extension SIMD64: BinaryOType where Scalar: GEncodable & BinaryOType {}
extension SIMD64: BinaryIType where Scalar: GDecodable & BinaryIType {}
