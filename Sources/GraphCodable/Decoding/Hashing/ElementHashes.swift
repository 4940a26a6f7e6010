/// The elements of a set, or the keys of a dictionary, with their hashes when it was built.
///
/// A set is wrong if an element gets another hash while it is in the set. So what is built before everything is set is
/// compared at the end.
@usableFromInline
package struct ElementHashes {
    @usableFromInline let compare: () -> Bool

    /// Whether the elements have the same hashes as before, and are still different from one another.
    package var areUnchanged: Bool { compare() }

    @inlinable
    package init<Element: Hashable>(_ elements: [Element]) {
        // A key path would be created anew for each collection.
        let hashes = elements.map { $0.hashValue }
        compare = {
            for (index, hash) in hashes.enumerated() where elements[index].hashValue != hash { return false }
            // Elements with different hashes are different. A few pairs of numbers take less time than a set.
            let differ = hashes.count <= 4 && hashes.indices.allSatisfy { !hashes[..<$0].contains(hashes[$0]) }
            return differ || Set(elements).count == elements.count
        }
    }
}
