/// The lost bytes of an archive.
struct LostRanges {
    /// The ranges in ascending order, of which no two overlap.
    private var ranges: [Range<Int>] = []

    /// - Parameter unordered: The ranges in any order.
    init(_ unordered: [Range<Int>]) {
        for range in unordered.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = ranges.last, range.lowerBound < last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
    }

    /// Returns the first lost byte of a record.
    ///
    /// - Complexity: O(log *n*) for *n* lost ranges.
    func first(in record: Range<Int>) -> Int? {
        let index = ranges.indices.bisect { ranges[$0].upperBound > record.lowerBound }
        guard index < ranges.count, ranges[index].lowerBound < record.upperBound else { return nil }
        return max(ranges[index].lowerBound, record.lowerBound)
    }
}
