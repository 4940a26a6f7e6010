import Synchronization

/// The layout of a trivial type: the kinds of its numbers, in memory order, without gaps.
///
/// The bytes of a trivial value begin with the layout of its type, so that bytes of another layout are not mistaken for
/// it. `Docs/format-types.md` describes the form.
///
/// Unsafe code: this is the only place where bytes become a value without an initializer. Invariant: ``read(_:from:)``
/// does so only for a type that has a layout, for which every bit pattern is a valid value. ``elements(_:from:)`` is called
/// only for a type of which a value was read that way.
struct TrivialLayout: Equatable {
    /// One byte for up to eight numbers of one kind. Bits 0 to 3 are the kind, bits 4 to 6 the count minus one, and bit 7 is set
    /// if more bytes follow.
    private let bytes: [UInt8]

    private init(_ kinds: [PackedKind]) {
        var bytes: [UInt8] = []
        var rest = kinds[...]
        while let kind = rest.first {
            let count = rest.prefix(8).prefix { $0 == kind }.count
            rest = rest.dropFirst(count)
            bytes.append(kind.rawValue | UInt8(count - 1) << 4 | (rest.isEmpty ? 0 : 0x80))
        }
        self.bytes = bytes
    }

    // MARK: Types

    /// The layout of a type, or what prevents it from being trivial.
    private enum Finding {
        case layout(TrivialLayout)
        case obstacle(String)
    }

    private static let known = Mutex<[ObjectIdentifier: Finding]>([:])

    /// Returns the layout of the type of a value, or throws `notEncodable` if the type is not trivial.
    private static func layout<Value>(of value: Value) throws -> TrivialLayout {
        let key = ObjectIdentifier(Value.self)
        let finding: Finding
        if let known = known.withLock({ $0[key] }) {
            finding = known
        } else {
            var kinds: [PackedKind] = []
            let obstacle = obstacle(in: value, &kinds)
            finding = obstacle.map { .obstacle($0) } ?? .layout(TrivialLayout(kinds))
            known.withLock { $0[key] = finding }
        }
        switch finding {
        case .layout(let layout):
            return layout
        case .obstacle(let obstacle):
            throw GraphCodableError(
                .notEncodable,
                """
                \(TypeNames.readableName(of: Value.self)) is not trivial: \(obstacle). A trivial type consists of numbers \
                alone, without bytes between them. Do not adopt GTrivial; write encode(to:) and init(from:).
                """)
        }
    }

    /// Appends the kinds of all numbers in a value. Returns what prevents its type from being trivial, if anything does.
    private static func obstacle<Value>(in value: Value, _ kinds: inout [PackedKind]) -> String? {
        guard _isPOD(Value.self) else { return "it holds references" }
        guard MemoryLayout<Value>.size > 0 else { return "it holds nothing" }
        if let part = append(kindsOf: value, named: "the value", to: &kinds) { return "\(part) is not a number" }
        return kinds.reduce(0) { $0 + $1.stride } == MemoryLayout<Value>.size
            ? nil : "there are bytes between its properties"
    }

    /// Appends the kinds of all numbers in a value. Returns the first part that is anything else, with its type.
    private static func append(
        kindsOf value: Any, named name: String, to kinds: inout [PackedKind], depth: Int = 0
    ) -> String? {
        if let kind = PackedKind(numbersOf: type(of: value)) {
            func size<Number>(of number: Number) -> Int { MemoryLayout<Number>.size }
            kinds += Array(repeating: kind, count: _openExistential(value, do: size) / kind.stride)
            return nil
        }
        let mirror = Mirror(reflecting: value)
        // A type with a custom mirror can show whatever it likes.
        guard !(value is any CustomReflectable), mirror.displayStyle == .struct || mirror.displayStyle == .tuple,
            depth < 64
        else { return "\(name) of type \(TypeNames.readableName(of: type(of: value)))" }
        for (label, value) in mirror.children {
            let part = append(kindsOf: value, named: "'\(label ?? "")'", to: &kinds, depth: depth + 1)
            if let part { return part }
        }
        return nil
    }

    // MARK: Values

    /// Writes the layout of a value's type, followed by the value's memory.
    static func write<Value>(_ value: Value, to buffer: inout BinaryWriteBuffer) throws {
        let layout = try layout(of: value)
        layout.bytes.withUnsafeBytes { buffer.append($0) }
        withUnsafeBytes(of: value) { buffer.append($0) }
        buffer.copiedType = ObjectIdentifier(Value.self)
    }

    static func read<Value>(_ type: Value.Type, from buffer: inout BinaryReadBuffer) throws -> Value {
        try GraphCodableError.require(
            _isPOD(Value.self), or: .notEncodable,
            "\(TypeNames.readableName(of: type)) is not trivial: it holds references.")
        return try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
            let raw = UnsafeMutableRawBufferPointer(memory)
            raw.initializeMemory(as: UInt8.self, repeating: 0)
            // The type may be reflected now: it has no references, and all-zero memory is a valid value of each number.
            let layout = try layout(of: raw.loadUnaligned(as: Value.self))
            guard buffer.skip(layout.bytes) else { throw layout.mismatch(type, buffer) }
            buffer.copiedType = ObjectIdentifier(type)
            return try buffer.read(MemoryLayout<Value>.size) { bytes in
                raw.copyMemory(from: bytes)
                return raw.loadUnaligned(as: Value.self)
            }
        }
    }

    // MARK: Arrays

    /// Stands before the layout that all elements of an array share. No layout begins with it.
    static var arrayMark: UInt8 { 0 }

    /// Returns the number of bytes of the layout at the beginning of the bytes.
    static func count(in bytes: UnsafeRawBufferPointer) -> Int {
        min(bytes.prefix { $0 >= 0x80 }.count + 1, bytes.count)
    }

    /// Returns `count` elements whose numbers stand one after the other, without padding.
    static func elements<Element>(_ count: Int, from numbers: UnsafeRawBufferPointer) -> [Element] {
        let (size, stride) = (MemoryLayout<Element>.size, MemoryLayout<Element>.stride)
        return [Element](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            let memory = UnsafeMutableRawBufferPointer(buffer)
            if size == stride {
                memory.copyMemory(from: numbers)
            } else {
                for index in 0..<count {
                    let number = numbers[index * size..<(index + 1) * size]
                    UnsafeMutableRawBufferPointer(rebasing: memory[(index * stride)...]).copyBytes(from: number)
                }
            }
            initializedCount = count
        }
    }

    // MARK: Errors

    @inline(never)
    private func mismatch(_ type: Any.Type, _ buffer: BinaryReadBuffer) -> any Error {
        let isArray = buffer.remainder.first == Self.arrayMark
        let found =
            Self.text(buffer.remainder.dropFirst(isArray ? 1 : 0)).map { isArray ? "an array of \($0)" : $0 }
            ?? "bytes that are not of a trivial type"
        return buffer.error(
            .typeMismatch,
            """
            The archive holds \(found) where \(TypeNames.readableName(of: type)), which is \(Self.text(bytes) ?? ""), was \
            expected. The stored properties of a trivial type cannot change once it has been archived: keep the type for old \
            archives, and make another one.
            """)
    }

    /// Returns the numbers of the layout at the beginning of the bytes, as in `Float, Float, Int32`, or `nil` if there
    /// is no layout.
    private static func text(_ bytes: some Sequence<UInt8>) -> String? {
        var parts: [String] = []
        for byte in bytes.prefix(64) {
            guard let kind = PackedKind(rawValue: byte & 0x0F), kind != .bool else { return nil }
            parts += Array(repeating: kind.typeName, count: Int(byte >> 4 & 7) + 1)
            guard byte >= 0x80 else { return parts.joined(separator: ", ") }
        }
        return nil
    }
}

extension PackedKind {
    private static let typeNames = [
        "Bool", "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64", "Int128", "UInt128",
        "Float16",
        "Float", "Double",
    ]

    fileprivate var typeName: String { Self.typeNames[Int(rawValue)] }
}
