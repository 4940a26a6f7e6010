/// What the values of a block take, noted while it is put together.
///
/// Every byte of a stream costs the same. A value costs what it takes of the streams of its field.
///
/// Only the joiner of one block uses it, and no property is accessed during an access to the same one. So Swift need not
/// check that for each value.
final class CompressedSizeTrace {
    /// The cost of a byte of each stream, in the order of the entries.
    private let costs: [Double]
    /// The most that may be noted.
    private let maximumCount: Int
    /// The address up to which each stream has been read.
    @exclusivity(unchecked) private var positions: [UInt]
    @exclusivity(unchecked) private var total = 0.0

    /// The ends of the noted values in the block, in ascending order. The first is 0.
    @exclusivity(unchecked) private(set) var ends: [UInt32] = [0]
    /// The cost of all that is before each of the ends.
    @exclusivity(unchecked) private(set) var sums = [0.0]

    /// - Parameter starts: The addresses of the streams.
    init(costs: [Double], starts: [UInt], memoryLimit: Int) {
        maximumCount = memoryLimit / (MemoryLayout<UInt32>.stride + MemoryLayout<Double>.stride)
        self.costs = costs
        positions = starts
    }

    /// Notes what was taken of the streams of a field since the last time. The block is made up to `end`.
    func note(_ field: UnsafePointer<Int32>, upTo end: Int) throws(FilterError) {
        for kind in 0..<FilterStream.kindCount {
            let stream = Int(field[FieldRecord.assignedStream + kind])
            guard stream >= 0 else { continue }
            let position = UnsafeRawPointer(field).load(
                fromByteOffset: FieldRecord.readerOffset(kind), as: UInt.self)
            total += Double(position - positions[stream]) * costs[stream]
            positions[stream] = position
        }
        guard ends.count < maximumCount else { throw FilterError.memory }
        append(end)
    }

    /// Notes the cost of bytes that are in no stream. The block is made up to `end`.
    func note(_ cost: Double, upTo end: Int) {
        total += cost
        append(end)
    }

    private func append(_ end: Int) {
        if ends.last == UInt32(end) {
            // A value of no bytes.
            sums[sums.count - 1] = total
        } else {
            ends.append(UInt32(truncatingIfNeeded: end))
            sums.append(total)
        }
    }
}
