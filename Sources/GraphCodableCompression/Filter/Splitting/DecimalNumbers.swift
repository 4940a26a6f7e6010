/// Converts floating-point numbers that are decimal fractions, such as 12.7, to integers, such as 127.
///
/// The idea is that of ALP (Afroozeh, Kuffo and Boncz, "ALP: Adaptive Lossless floating-Point Compression", 2023).
struct DecimalNumbers {
    private static let sampleSize = 64
    /// The maximum number of exceptions is the number of elements divided by this.
    private static let exceptionShare = 64

    private(set) var exponent = 0
    /// The numbers that are not decimal fractions, with their positions.
    private(set) var exceptions: [(index: Int, bits: UInt64)] = []

    /// Replaces a stream's numbers by integers. If they are not decimal fractions, returns false and changes nothing.
    mutating func convert(_ stream: StreamStore.Stream) -> Bool {
        let count = stream.count / 8
        let raw = UnsafeMutableRawPointer(stream.start)
        guard let found = Self.findExponent(raw, count) else { return false }
        exponent = found
        exceptions.removeAll(keepingCapacity: true)
        var last: Int64 = 0
        let power = FilterCoding.powersOfTen[found]
        for index in 0..<count {
            let bits = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
            if let integer = Self.integer(bits, power) {
                last = integer
            } else {
                guard exceptions.count < count / Self.exceptionShare else {
                    restore(raw, index, power)
                    return false
                }
                exceptions.append((index, bits))
            }
            raw.storeBytes(of: last.littleEndian, toByteOffset: index &* 8, as: Int64.self)
        }
        return true
    }

    /// Undoes the conversion of the first `count` numbers, which is exact.
    private func restore(_ raw: UnsafeMutableRawPointer, _ count: Int, _ power: Double) {
        for index in 0..<count {
            let integer = Int64(littleEndian: raw.loadUnaligned(fromByteOffset: index &* 8, as: Int64.self))
            let bits = (Double(integer) / power).bitPattern
            raw.storeBytes(of: bits.littleEndian, toByteOffset: index &* 8, as: UInt64.self)
        }
        for (index, bits) in exceptions {
            raw.storeBytes(of: bits.littleEndian, toByteOffset: index &* 8, as: UInt64.self)
        }
    }

    /// Returns the integer whose quotient by `power` is the number.
    @inline(__always)
    private static func integer(_ bits: UInt64, _ power: Double) -> Int64? {
        let scaled = (Double(bitPattern: bits) * power).rounded()
        guard abs(scaled) <= Double(FilterCoding.largestInteger) else { return nil }
        // `scaled` itself may be a negative zero.
        let integer = Int64(scaled)
        return (Double(integer) / power).bitPattern == bits ? integer : nil
    }

    /// Returns the smallest exponent that works for most of a sample.
    private static func findExponent(_ raw: UnsafeMutableRawPointer, _ count: Int) -> Int? {
        let size = min(count, sampleSize)
        for exponent in 0...FilterCoding.largestExponent {
            let power = FilterCoding.powersOfTen[exponent]
            var misses = 0
            var index = 0
            while index < size, misses <= size / exceptionShare {
                let position = index * count / size
                let bits = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position * 8, as: UInt64.self))
                if integer(bits, power) == nil { misses += 1 }
                index += 1
            }
            if misses <= size / exceptionShare { return exponent }
        }
        return nil
    }
}
