/// A list of numbers for each object. All lists share one array, which takes little memory in large graphs.
struct ReferenceLists: Sendable {
    /// The start of each object's list in `elements`, followed by the end of the last list.
    private var starts: [Int]
    private(set) var elements: [UInt32]

    /// Creates an empty collection of lists.
    init() {
        starts = [0]
        elements = []
    }

    /// Creates a list for each number below `count`: the positions in `keys` at which the number occurs, in ascending
    /// order.
    ///
    /// - Parameters:
    ///   - keys: Numbers below `count`.
    ///   - count: The number of lists.
    /// - Complexity: O(*n* + *count*): a counting sort.
    init(positionsOf keys: [UInt32], count: Int) {
        starts = Array(repeating: 0, count: count + 1)
        elements = Array(repeating: 0, count: keys.count)
        for key in keys {
            starts[Int(key) + 1] += 1
        }
        for index in 0..<count {
            starts[index + 1] += starts[index]
        }
        var next = starts
        for (position, key) in keys.enumerated() {
            elements[next[Int(key)]] = UInt32(truncatingIfNeeded: position)
            next[Int(key)] += 1
        }
    }

    /// The number of lists.
    var count: Int { starts.count - 1 }

    /// Adds an element to the current list.
    mutating func append(_ element: UInt32) {
        elements.append(element)
    }

    /// Ends the current list. The next element belongs to the next object.
    mutating func endList() {
        starts.append(elements.count)
    }

    /// Returns the range of an object's list in ``elements``.
    func range(_ object: Int) -> Range<Int> {
        starts[object]..<starts[object + 1]
    }

    subscript(object: Int) -> ArraySlice<UInt32> {
        elements[range(object)]
    }
}
