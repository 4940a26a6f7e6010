/// A collection that takes quadratic time to compare if its parts have equal hashes: a set, a dictionary, or a collection of them.
private protocol NestedHashing {
    /// Whether an archive can choose different parts with equal hashes.
    static var canHaveEqualHashes: Bool { get }
    /// The number of elements and keys in it, and in the collections inside it.
    var hashedCount: Int { get }
}

/// Counts the comparisons of elements that contain sets or dictionaries.
///
/// Sets with the same number of elements, all of which have equal hashes, have equal hashes, too. To compare two of them, each
/// element is compared with half of the other set's on average.
@usableFromInline
package enum CollidableParts {
    @usableFromInline
    package static func areIn(_ type: Any.Type) -> Bool {
        (type as? any NestedHashing.Type)?.canHaveEqualHashes ?? false
    }

    /// Returns the number of comparisons between all pairs of elements that have equal hashes, in addition to one for each
    /// element.
    @usableFromInline @inline(never)
    package static func comparisons<Element: Hashable>(of elements: [Element]) -> Int {
        // For each hash, the numbers of elements inside that have been found so far.
        var counts: [Int: Int] = [:]
        var result = elements.count
        for element in elements {
            let count = count(element)
            let others = counts[element.hashValue, default: 0]
            result = result.addingClamped(count.multipliedClamped(by: others) / 2)
            counts[element.hashValue] = others.addingClamped(count)
        }
        return result
    }

    fileprivate static func count(_ element: Any) -> Int { (element as? any NestedHashing)?.hashedCount ?? 1 }

    fileprivate static func sum<Elements: Sequence>(_ elements: Elements) -> Int {
        areIn(Elements.Element.self) ? elements.reduce(0) { $0.addingClamped(count($1)) } : 0
    }
}

extension Set: NestedHashing {
    fileprivate static var canHaveEqualHashes: Bool { !HashCollisions.areUnique(Element.self) }
    fileprivate var hashedCount: Int { Swift.max(CollidableParts.sum(self), count) }
}

extension Dictionary: NestedHashing {
    fileprivate static var canHaveEqualHashes: Bool {
        !HashCollisions.areUnique(Key.self) || CollidableParts.areIn(Value.self)
    }
    fileprivate var hashedCount: Int {
        Swift.max(CollidableParts.sum(keys), count).addingClamped(CollidableParts.sum(values))
    }
}

extension Array: NestedHashing {
    fileprivate static var canHaveEqualHashes: Bool { CollidableParts.areIn(Element.self) }
    fileprivate var hashedCount: Int { CollidableParts.sum(self) }
}

extension Optional: NestedHashing {
    fileprivate static var canHaveEqualHashes: Bool { CollidableParts.areIn(Wrapped.self) }
    fileprivate var hashedCount: Int { map(CollidableParts.count) ?? 0 }
}
