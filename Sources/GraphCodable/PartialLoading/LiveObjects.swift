/// The objects of an open file that the program still holds, by ID.
struct LiveObjects {
    private struct Entry {
        weak var object: AnyObject?
    }

    private static var initialLimit: Int { 1_024 }

    private var entries: [UInt32: Entry] = [:]
    /// The number of entries at which those of deallocated objects are removed.
    private var limit = Self.initialLimit

    /// Returns an object, unless it has been deallocated.
    func object(_ id: UInt32) -> AnyObject? {
        entries[id]?.object
    }

    /// The numbers of all objects, some of which may have been deallocated.
    var ids: [UInt32] { Array(entries.keys) }

    /// - Complexity: O(1) on average.
    mutating func insert(_ object: AnyObject, _ id: UInt32) {
        if entries.count >= limit {
            entries = entries.filter { $0.value.object != nil }
            limit = max(2 * entries.count, Self.initialLimit)
        }
        entries[id] = Entry(object: object)
    }
}
