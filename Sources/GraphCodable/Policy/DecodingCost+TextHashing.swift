extension String {
    /// The cost of hashing the text, in the units of ``GraphDecodingPolicy/maximumCostPerByte``; 0 for a short one.
    package var costOfHashing: Int { DecodingCost.hashing(self) }
}

extension DecodingCost {
    /// The number of bytes up to which hashing a text costs nothing besides reading it.
    @inlinable static var shortTextSize: Int { 64 }

    /// Returns the cost of hashing a value if it is a long text, and 0 for all other values.
    ///
    /// Many references may lead to the same text, and each is hashed.
    @inlinable @inline(__always)
    static func hashing<Value>(_ value: Value) -> Int {
        guard Value.self == String.self else { return 0 }
        // The types are the same, but the compiler cannot see that here.
        let text = unsafeBitCast(value, to: String.self)
        return text.utf8.count > shortTextSize ? hashing(longText: text) : 0
    }

    /// Swift hashes the canonical form of a text. ASCII takes half a nanosecond for each byte, other text up to 65.
    @usableFromInline @inline(never)
    static func hashing(longText text: String) -> Int {
        let count = text.utf8.count
        let (isASCII, hasRun) =
            text.utf8.withContiguousStorageIfAvailable {
                let bytes = UnsafeRawBufferPointer($0)
                let isASCII = bytes.baseAddress?.isASCII(count: count) ?? true
                return (isASCII, !isASCII && mayHaveRunOfMarks(bytes))
            } ?? (false, true)
        if isASCII { return count / 8 }
        return (hasRun ? costOfMarks(in: text) : 0).addingClamped(count * 4)
    }

    /// Returns the cost of many combining marks in a row, which no ordinary text has: the program may hash or compare the text.
    static func marks(in text: String, _ bytes: UnsafeRawBufferPointer) -> Int {
        mayHaveRunOfMarks(bytes) ? costOfMarks(in: text) : 0
    }

    /// Returns whether 256 bytes follow one another that may be those of combining marks.
    ///
    /// These begin with U+0300, and most of Chinese has none.
    private static func mayHaveRunOfMarks(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= 256 else { return false }
        var run = 0
        for byte in bytes {
            let isNone = byte < 0x80 || (0xC0..<0xCC).contains(byte) || (0xE4...0xE9).contains(byte)
            run = isNone ? 0 : run + 1
            if run >= 256 { return true }
        }
        return false
    }

    /// Swift sorts combining marks that follow one another, in quadratic time. Ordinary text has a few in a row.
    private static func costOfMarks(in text: String) -> Int {
        var (cost, run) = (0, 0)
        for scalar in text.unicodeScalars {
            guard scalar.properties.canonicalCombiningClass == .notReordered else {
                run += 1
                continue
            }
            cost = cost.addingClamped(run.multipliedClamped(by: run) / 32)
            run = 0
        }
        return cost.addingClamped(run.multipliedClamped(by: run) / 32)
    }
}
