/// Consecutive runs of bytes, such as the elements of a set.
struct ByteRuns {
    let start: Int
    /// Where each run ends, and the next one begins.
    let ends: [Int]

    subscript(index: Int) -> Range<Int> { (index == 0 ? start : ends[index - 1])..<ends[index] }

    /// Returns the positions of the runs in ascending order of their bytes.
    ///
    /// - Complexity: O(*n* log *n*) for *n* bytes in all runs.
    func order(in bytes: UnsafeRawBufferPointer) -> [Int] {
        // Most runs differ in their first bytes.
        let runs = ends.indices.map { index in
            let run = UnsafeRawBufferPointer(rebasing: bytes[self[index]])
            return (prefix: Self.firstBytes(run), run: run, index: index)
        }
        return runs.sorted {
            $0.prefix == $1.prefix ? MemoryComparison.precedes($0.run, $1.run) : $0.prefix < $1.prefix
        }.map(\.index)
    }

    /// Returns the first eight bytes, followed by zeros if there are fewer, as a number.
    private static func firstBytes(_ run: UnsafeRawBufferPointer) -> UInt64 {
        guard run.count < 8 else { return UInt64(bigEndian: run.loadUnaligned(as: UInt64.self)) }
        return (0..<8).reduce(0) { $0 << 8 | ($1 < run.count ? UInt64(run[$1]) : 0) }
    }

    /// Puts the runs of a list into an order.
    func permute(_ bytes: inout [UInt8], _ order: [Int]) {
        guard let last = ends.last else { return }
        let runs = Array(bytes[start..<last])
        var position = start
        for index in order {
            let run = self[index]
            bytes.replaceSubrange(
                position..<position + run.count, with: runs[run.lowerBound - start..<run.upperBound - start])
            position += run.count
        }
    }

    /// Sorts the runs of a list.
    func sort(_ bytes: inout [UInt8]) {
        let order = bytes.withUnsafeBytes { self.order(in: $0) }
        permute(&bytes, order)
    }
}
