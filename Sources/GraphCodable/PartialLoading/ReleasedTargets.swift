/// The weak references between objects of an open file that is gone, or does not keep what it loads.
///
/// An object to which only such a reference leads is released, and the reference is nil from then on. If the program still has
/// the object that refers to it, saving that one would lose the reference, which the file has.
struct ReleasedTargets {
    private struct Entry {
        let ids: (owner: UInt32, target: UInt32)
        weak var owner: AnyObject?
        weak var target: AnyObject?
    }

    private static var initialLimit: Int { 1_024 }

    /// The references by their places in the archive.
    private var entries: [Int: Entry] = [:]
    /// The number of entries at which those of deallocated objects are removed.
    private var limit = Self.initialLimit

    /// Adds a reference that a load has followed, if the program may have both objects.
    ///
    /// - Complexity: O(1) on average.
    mutating func add(_ place: Int, from owner: UInt32, to target: UInt32, _ live: LiveObjects) {
        guard let object = live.object(owner), let other = live.object(target) else { return }
        if entries.count >= limit {
            entries = entries.filter { $0.value.owner != nil }
            limit = max(2 * entries.count, Self.initialLimit)
        }
        entries[place] = Entry(ids: (owner, target), owner: object, target: other)
    }

    /// Returns an object that the program has, and the object to which it referred before that was released.
    ///
    /// - Parameter isMeant: Returns whether references to an object count.
    /// - Complexity: O(*n*) for *n* references.
    func first(where isMeant: (UInt32) -> Bool) -> (owner: UInt32, target: UInt32)? {
        entries.values.first { entry in
            var budget = 1_000
            return entry.target == nil && isMeant(entry.ids.target)
                && entry.owner.map { Self.mayHaveNil($0, &budget) } ?? false
        }?.ids
    }

    /// Returns whether an optional in an object is nil, or in a value in it. If none is, the program has changed the reference.
    ///
    /// - Parameter budget: The number of values to look at. If there are more, or if a class hides them, the result is `true`.
    private static func mayHaveNil(_ value: Any, _ budget: inout Int) -> Bool {
        budget -= 1
        guard budget > 0, !(type(of: value) is AnyClass && value is any CustomReflectable) else { return true }
        var level = Optional(Mirror(reflecting: value))
        while let mirror = level {
            for child in mirror.children {
                if let optional = child.value as? any OptionalValue, optional.wrapped == nil { return true }
                if !(type(of: child.value) is AnyClass), mayHaveNil(child.value, &budget) { return true }
            }
            level = mirror.superclassMirror
        }
        return false
    }
}
