/// A list of numbers for each object. All lists share one array of at most `UInt32.max` numbers, which takes little memory in
/// large graphs.
struct ReferenceLists: Sendable {
    /// The start of each object's list in `elements`, followed by the end of the last list.
    private var starts: [UInt32]
    var elements: [UInt32]

    /// Creates an empty collection of lists.
    init(capacity: Int) {
        starts = []
        starts.reserveCapacity(capacity + 1)
        starts.append(0)
        elements = []
    }

    /// Creates a list for each number below `count`: the positions in `keys` at which the number occurs, in ascending
    /// order. It is a counting sort of at most `UInt32.max` numbers.
    init(positionsOf keys: [UInt32], count: Int) {
        starts = Array(repeating: 0, count: count + 1)
        elements = Array(repeating: 0, count: keys.count)
        for key in keys {
            starts[Int(key)] &+= 1
        }
        var end: UInt32 = 0
        for index in starts.indices {
            end &+= starts[index]
            starts[index] = end
        }
        // From the end of each list to its start.
        for position in keys.indices.reversed() {
            let key = Int(keys[position])
            starts[key] &-= 1
            elements[Int(starts[key])] = UInt32(truncatingIfNeeded: position)
        }
    }

    /// The number of lists.
    var count: Int { starts.count - 1 }

    /// Ends the current list, so that there are `count` lists. What is appended to ``elements`` next belongs to the next object.
    mutating func endLists(upTo count: Int) {
        while self.count < count { starts.append(UInt32(truncatingIfNeeded: elements.count)) }
    }

    /// Returns the range of an object's list in ``elements``.
    func range(_ object: Int) -> Range<Int> {
        Int(starts[object])..<Int(starts[object + 1])
    }

    subscript(object: Int) -> ArraySlice<UInt32> {
        elements[range(object)]
    }
}
