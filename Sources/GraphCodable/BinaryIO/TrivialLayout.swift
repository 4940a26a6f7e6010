import Synchronization

/// Checks that a type is nothing but numbers without gaps, so that its memory may be copied out and in.
///
/// Unsafe code: this is the one place where bytes become a value without an initializer. Invariant: ``read(_:from:)`` does so
/// only for a type that has passed ``check(_:)``, every bit pattern of which is a value.
enum TrivialLayout {
    private static let checked = Mutex<[ObjectIdentifier: Bool]>([:])

    /// Checks the type of a value.
    ///
    /// - Throws: `notEncodable`.
    static func check<Value>(_ value: Value) throws {
        let key = ObjectIdentifier(Value.self)
        let isTrivial: Bool
        if let known = checked.withLock({ $0[key] }) {
            isTrivial = known
        } else {
            isTrivial =
                _isPOD(Value.self) && MemoryLayout<Value>.size > 0
                && sizeOfNumbers(in: value) == MemoryLayout<Value>.size
            checked.withLock { $0[key] = isTrivial }
        }
        guard isTrivial else {
            throw GraphCodableError(
                .notEncodable,
                """
                \(TypeNames.readableName(of: Value.self)) is not trivial: it must consist of numbers alone, without bytes \
                between them. Do not adopt GTrivial; write encode(to:) and init(from:).
                """)
        }
    }

    /// Reads a value of a trivial type.
    static func read<Value>(_ type: Value.Type, from buffer: inout BinaryReadBuffer) throws -> Value {
        guard _isPOD(Value.self) else {
            throw GraphCodableError(
                .notEncodable, "\(TypeNames.readableName(of: type)) is not trivial: it holds references.")
        }
        return try buffer.read(MemoryLayout<Value>.size) { bytes in
            try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
                let raw = UnsafeMutableRawBufferPointer(memory)
                raw.initializeMemory(as: UInt8.self, repeating: 0)
                // Only now that it is known to be trivial may the type be looked at: all zeros, it has a value of each number.
                try check(raw.loadUnaligned(as: Value.self))
                raw.copyMemory(from: bytes)
                return raw.loadUnaligned(as: Value.self)
            }
        }
    }

    /// The bytes of all numbers in a value, or `nil` when it holds anything else.
    private static func sizeOfNumbers(in value: Any, depth: Int = 0) -> Int? {
        if let size = (value as? any TrivialNumber).map({ size(of: $0) }) {
            return size
        }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .struct || mirror.displayStyle == .tuple, depth < 64 else { return nil }
        var total = 0
        for child in mirror.children {
            guard let size = sizeOfNumbers(in: child.value, depth: depth + 1) else { return nil }
            total += size
        }
        return total
    }

    private static func size<Number: TrivialNumber>(of number: Number) -> Int {
        MemoryLayout<Number>.size
    }
}

/// A number of which every bit pattern is a value.
private protocol TrivialNumber {}

extension Int: TrivialNumber {}
extension Int8: TrivialNumber {}
extension Int16: TrivialNumber {}
extension Int32: TrivialNumber {}
extension Int64: TrivialNumber {}
extension Int128: TrivialNumber {}
extension UInt: TrivialNumber {}
extension UInt8: TrivialNumber {}
extension UInt16: TrivialNumber {}
extension UInt32: TrivialNumber {}
extension UInt64: TrivialNumber {}
extension UInt128: TrivialNumber {}
extension Float: TrivialNumber {}
extension Double: TrivialNumber {}
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
extension Float16: TrivialNumber {}
#endif
extension SIMD2: TrivialNumber {}
extension SIMD4: TrivialNumber {}
extension SIMD8: TrivialNumber {}
extension SIMD16: TrivialNumber {}
extension SIMD32: TrivialNumber {}
extension SIMD64: TrivialNumber {}
