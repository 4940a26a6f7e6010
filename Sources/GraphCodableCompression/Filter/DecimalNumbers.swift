/// Converts floating-point numbers that are decimal fractions, such as 12.7, to integers, such as 127.
///
/// The idea is that of ALP (Afroozeh, Kuffo and Boncz, "ALP: Adaptive Lossless floating-Point Compression", 2023).
struct DecimalNumbers: ~Copyable {
    private static let sampleSize = 64
    /// The maximum number of exceptions is the number of elements divided by this.
    private static let exceptionShare = 64

    private(set) var exponent = 0
    private(set) var exceptionCount = 0
    private var exceptions = FormOutput()
    private var numbers = FormOutput()

    /// Replaces a stream's numbers by integers. If they are not decimal fractions, returns false and changes nothing.
    mutating func convert(_ stream: StreamStore.Stream) -> Bool {
        let count = stream.count / 8
        let raw = UnsafeMutableRawPointer(stream.start)
        guard let found = Self.findExponent(raw, count) else { return false }
        exponent = found
        exceptionCount = 0
        exceptions.removeAll()
        numbers.removeAll()
        let target = UnsafeMutableRawPointer(numbers.room(count * 8))
        var last: Int64 = 0
        let power = FilterCoding.powersOfTen[found]
        for index in 0..<count {
            let bits = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
            if let integer = Self.integer(bits, power) {
                last = integer
            } else {
                exceptionCount += 1
                guard exceptionCount <= count / Self.exceptionShare else { return false }
                withUnsafeBytes(of: UInt32(truncatingIfNeeded: index).littleEndian) { exceptions.put($0) }
                withUnsafeBytes(of: bits.littleEndian) { exceptions.put($0) }
            }
            target.storeBytes(of: last.littleEndian, toByteOffset: index &* 8, as: Int64.self)
        }
        raw.copyMemory(from: target, byteCount: count * 8)
        return true
    }

    /// Stores the numbers that are not decimal fractions, with their positions.
    func storeExceptions(_ body: inout FormOutput) {
        body.put(exceptions.bytes)
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
