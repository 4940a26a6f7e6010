/// The parts of the journal in which early values were decoded, by owner.
struct EarlyDecodedRanges {
    /// The parts for each owner in reverse order, so that the first one can be removed fast. They do not overlap.
    private var ranges: [UInt32: [Range<Int>]] = [:]

    /// - Parameter values: The values in the order of their ends. One may be inside a later one.
    init(_ values: [EarlyDecodedValue]) {
        for value in values.reversed() where ranges[value.owner]?.last.map({ $0.lowerBound > value.start }) ?? true {
            ranges[value.owner, default: []].append(value.start..<value.end)
        }
    }

    /// Returns whether a place is in one of an owner's parts. Ask for the places in ascending order.
    mutating func contains(_ place: Int, of owner: UInt32) -> Bool {
        while let first = ranges[owner]?.last {
            if place < first.upperBound { return first.contains(place) }
            ranges[owner]?.removeLast()
        }
        return false
    }
}
