import Foundation

/// Chooses the coding of a stream, and stores it.
struct StreamCoder: ~Copyable {
    static let sampleSize = 512
    /// The number of occurrences of each byte in a plane.
    private let counts = FixedMemory<UInt16>(256)
    /// *n* log2 *n*, for the number of elements in a sample.
    private let costs = FixedMemory<Float>(Self.sampleSize + 1)

    private var decimals = DecimalNumbers()

    init() {
        costs.start[0] = 0
        for number in 1...Self.sampleSize {
            costs.start[number] = Float(number) * log2Estimate(Float(number))
        }
    }

    mutating func store(
        _ stream: StreamStore.Stream, entry: HeapBuffer, body: HeapBuffer
    ) throws(GraphContainerError) {
        let log2 = FilterStream.widthLog2(stream.kind)
        let width = 1 << log2
        let elementCount = stream.count >> log2
        var coding = choose(stream, log2)
        if coding >= FilterCoding.planes, stream.kind == FilterStream.width8, decimals.convert(stream) {
            coding =
                estimate(stream, log2) == FilterCoding.planes ? FilterCoding.decimal : FilterCoding.decimalDifferences
        }
        try entry.append(littleEndian: UInt8(stream.kind) | coding << 4)
        try entry.append(varint: elementCount)
        guard coding > FilterCoding.constant else {
            let count = coding == FilterCoding.constant ? width : stream.count
            return try body.append(UnsafeRawBufferPointer(start: stream.start, count: count))
        }
        if coding >= FilterCoding.decimal {
            for (index, bits) in decimals.exceptions {
                try body.append(littleEndian: UInt32(truncatingIfNeeded: index))
                try body.append(littleEndian: bits)
            }
        }
        if coding == FilterCoding.differences || coding == FilterCoding.decimalDifferences {
            ElementDifferences.make(stream.start, elementCount, log2)
        }
        try entry.append(varint: try storePlanes(stream.start, width, elementCount, in: body))
        if coding >= FilterCoding.decimal {
            try entry.append(varint: decimals.exponent)
            try entry.append(varint: decimals.exceptions.count)
        }
    }

    /// Stores the planes of elements, and returns a mask of those that consist of one byte.
    private func storePlanes(
        _ elements: UnsafePointer<UInt8>, _ width: Int, _ elementCount: Int, in body: HeapBuffer
    ) throws(GraphContainerError) -> Int {
        var mask = 0
        for plane in 0..<width {
            let target = try body.reserveMore(elementCount).bindMemory(to: UInt8.self)
            let isConstant = target.baseAddress.map { Self.gather(elements + plane, width, elementCount, $0) } ?? false
            if isConstant { mask |= 1 << plane }
            body.use(body.count + (isConstant ? 1 : elementCount))
        }
        return mask
    }

    private func choose(_ stream: StreamStore.Stream, _ log2: Int) -> UInt8 {
        let width = 1 << log2
        if Self.isConstant(stream.start, stream.count, width) { return FilterCoding.constant }
        let elementCount = stream.count >> log2
        guard elementCount >= 16, log2 > 0 || stream.kind == FilterStream.bytes else { return FilterCoding.unchanged }
        let coding = estimate(stream, log2)
        return log2 == 0 && coding == FilterCoding.planes ? FilterCoding.unchanged : coding
    }

    private static func isConstant(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ width: Int) -> Bool {
        // The bytes equal themselves shifted by one element.
        count == width || memcmp(bytes, bytes + width, count - width) == 0
    }

    /// Estimates which coding is smaller after compression.
    private func estimate(_ stream: StreamStore.Stream, _ log2: Int) -> UInt8 {
        let (plain, differences) = costs(stream, log2)
        return differences < plain * 0.95 ? FilterCoding.differences : FilterCoding.planes
    }

    /// Estimates how many bits a sample of a stream takes after compression, and may change the stream.
    mutating func bits(of stream: StreamStore.Stream) -> Float {
        if stream.kind == FilterStream.width8 { _ = decimals.convert(stream) }
        let (plain, differences) = costs(stream, FilterStream.widthLog2(stream.kind))
        return min(plain, differences)
    }

    /// Returns the entropies of the planes of a sample in the middle, and of the planes of its differences, in bits.
    private func costs(_ stream: StreamStore.Stream, _ log2: Int) -> (plain: Float, differences: Float) {
        let width = 1 << log2
        let elementCount = stream.count >> log2
        let size = min(elementCount - 1, Self.sampleSize)
        let copied = min(size + 1, Self.sampleSize)
        let first = 1 + (elementCount - 1 - size) / 2
        let start = stream.start + first << log2
        var plain: Float = 0
        var differences: Float = 0
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.sampleSize * 16) { room in
            guard let copy = room.baseAddress else { return }
            copy.update(from: start - width, count: copied << log2)
            ElementDifferences.make(copy, copied, log2)
            for plane in 0..<width {
                plain += cost(start + plane, width, size)
                differences += cost(copy + width + plane, width, copied - 1)
            }
        }
        return (plain, differences)
    }

    private func cost(_ bytes: UnsafePointer<UInt8>, _ width: Int, _ elementCount: Int) -> Float {
        counts.start.update(repeating: 0, count: 256)
        for index in 0..<elementCount {
            counts.start[Int(bytes[index &* width])] &+= 1
        }
        var sum: Float = 0
        for byte in 0..<256 {
            sum += costs.start[Int(counts.start[byte])]
        }
        return costs.start[elementCount] - sum
    }

    /// Copies every `width`th byte. Returns whether all are equal.
    @inline(__always)
    private static func gather(
        _ bytes: UnsafePointer<UInt8>, _ width: Int, _ elementCount: Int, _ target: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        let first = bytes[0]
        var other: UInt8 = 0
        for index in 0..<elementCount {
            let byte = bytes[index &* width]
            target[index] = byte
            other |= byte ^ first
        }
        return other == 0
    }
}

/// Returns an estimate that is accurate enough to compare costs.
private func log2Estimate(_ value: Float) -> Float {
    // The exponent, plus a polynomial for the logarithm of the mantissa.
    let m = value.significand - 1
    return Float(value.exponent) + m * (1.3465 - m * (0.3609 - 0.0151 * m))
}
