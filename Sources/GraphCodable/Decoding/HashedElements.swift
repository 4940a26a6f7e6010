/// The elements of a set, or the keys of a dictionary, with their hashes when it was built.
///
/// A set is wrong if an element gets another hash while it is in the set. So what is built before everything is set is
/// compared in the end.
package class HashedElements {
    /// Whether the elements have the same hashes as before, and are still different from one another.
    package var areUnchanged: Bool { true }
}

package final class ElementHashes<Element: Hashable>: HashedElements {
    private let elements: [Element]
    private let hashes: [Int]

    package init(_ elements: [Element]) {
        self.elements = elements
        hashes = elements.map(\.hashValue)
    }

    override package var areUnchanged: Bool {
        zip(elements, hashes).allSatisfy { $0.hashValue == $1 } && Set(elements).count == elements.count
    }
}
