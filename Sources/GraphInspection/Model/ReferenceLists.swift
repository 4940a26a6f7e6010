/// For each object a list of numbers, all lists in one array: the form in which large graphs take little memory.
struct ReferenceLists: Sendable {
    /// Where the list of each object begins in `elements`; one more than there are objects.
    private var starts: [Int]
    private(set) var elements: [UInt32]

    /// Makes the lists of no object.
    init() {
        starts = [0]
        elements = []
    }

    /// Makes a list for each value of `keys`, of the positions in `keys` at which it stands, in ascending order.
    ///
    /// - Parameters:
    ///   - keys: Numbers below `count`.
    ///   - count: How many lists to make.
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

    /// Adds an element to the list that is being made.
    mutating func append(_ element: UInt32) {
        elements.append(element)
    }

    /// Ends the list that is being made; the next element belongs to the next object.
    mutating func endList() {
        starts.append(elements.count)
    }

    /// Where the list of an object lies in ``elements``.
    func range(_ object: Int) -> Range<Int> {
        starts[object]..<starts[object + 1]
    }

    subscript(object: Int) -> ArraySlice<UInt32> {
        elements[range(object)]
    }
}
