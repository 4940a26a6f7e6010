/// What the values of a block take, noted while it is put together.
///
/// Every byte of a stream costs the same. A value costs what it takes of the streams of its field.
///
/// Only the joiner of one block uses it, and no property is accessed during an access to the same one. So Swift need not
/// check that for each value.
final class FieldTrace {
    /// The cost of a byte of each stream, in the order of the entries.
    private let costs: [Double]
    private let headCost: Double
    private let tailCost: Double
    /// The most that may be noted.
    private let maximumCount: Int
    /// For each reader of each field how far it has read as a pointer's bits, and the number of its stream.
    @exclusivity(unchecked) private var readers: [(next: UInt, stream: Int)] = []
    /// How many streams have been given to fields.
    @exclusivity(unchecked) private(set) var streamCount = 0
    @exclusivity(unchecked) private var total = 0.0

    /// The ends of the noted values in the block, in ascending order. The first is 0.
    @exclusivity(unchecked) private(set) var ends: [UInt32] = [0]
    /// The cost of all that is before each of the ends.
    @exclusivity(unchecked) private(set) var sums = [0.0]

    init(costs: [Double], headCost: Double, tailCost: Double, memoryLimit: Int) {
        maximumCount = memoryLimit / (MemoryLayout<UInt32>.stride + MemoryLayout<Double>.stride)
        self.costs = costs
        self.headCost = headCost
        self.tailCost = tailCost
    }

    private static let readerSize = 16

    /// Notes that the next of the streams was given to the reader at an offset behind the first field.
    func addStream(readerAt offset: Int, _ start: UnsafePointer<UInt8>) {
        let number = offset / Self.readerSize
        if number >= readers.count {
            readers.append(
                contentsOf: repeatElement((next: 0, stream: 0), count: max(readers.count, number + 1 - readers.count)))
        }
        readers[number] = (UInt(bitPattern: start), streamCount)
        streamCount += 1
    }

    /// Notes what was taken of the streams of a field since the last time. The block is made up to `end`.
    func note(_ field: UnsafeRawPointer, at offset: Int, upTo end: Int) throws(FilterError) {
        let first = (offset + FieldRecord.readerOffset) / Self.readerSize
        for kind in 0..<FilterStream.kindCount {
            let next = field.load(fromByteOffset: FieldRecord.readerOffset + kind * Self.readerSize, as: UInt.self)
            guard next != FieldRecord.noReader, next > readers[first + kind].next else { continue }
            total += Double(next - readers[first + kind].next) * costs[readers[first + kind].stream]
            readers[first + kind].next = next
        }
        guard ends.count < maximumCount else { throw FilterError.memory }
        append(end)
    }

    func noteHead(_ size: Int) {
        total += headCost
        if size > 0 { append(size) }
    }

    func noteTail(upTo end: Int) {
        total += tailCost
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
