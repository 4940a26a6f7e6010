/// A growing list of plain values with a single owner.
///
/// An array would count references and check its uniqueness at every change. In the work that each archive needs, however
/// small it is, that costs more than the changes themselves.
///
/// An index comes from this list, never from an archive or a file: one that is out of bounds ends the process.
///
/// Invariant: `start` is memory for `capacity` elements, of which the first `count` are initialized.
@usableFromInline
package struct PlainBuffer<Element: BitwiseCopyable>: ~Copyable {
    @usableFromInline private(set) var start: UnsafeMutablePointer<Element>
    @usableFromInline package private(set) var count = 0
    @usableFromInline private(set) var capacity = 16

    @inlinable
    package init() {
        start = .allocate(capacity: capacity)
    }

    @inlinable
    deinit {
        start.deallocate()
    }

    var isEmpty: Bool { count == 0 }

    var elements: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: start, count: count) }

    package subscript(index: Int) -> Element {
        @inlinable @inline(__always) get {
            precondition(index >= 0 && index < count)
            return start[index]
        }
        @inlinable @inline(__always) _modify {
            precondition(index >= 0 && index < count)
            yield &start[index]
        }
    }

    @inlinable @inline(__always)
    package mutating func append(_ element: Element) {
        if count == capacity {
            grow()
        }
        (start + count).initialize(to: element)
        count &+= 1
    }

    /// Replaces the elements with those of another list.
    mutating func replace(with elements: UnsafeBufferPointer<Element>) {
        removeAll()
        for element in elements {
            append(element)
        }
    }

    /// Removes the elements after the first `newCount`.
    @inline(__always)
    mutating func truncate(to newCount: Int) {
        precondition(newCount >= 0 && newCount <= count)
        count = newCount
    }

    /// Removes all elements. Keeps the memory unless it has room for more than `limit` elements.
    mutating func removeAll(keepingCapacity limit: Int = .max) {
        count = 0
        if capacity > limit {
            start.deallocate()
            capacity = 16
            start = .allocate(capacity: capacity)
        }
    }

    @inlinable @inline(never)
    mutating func grow() {
        // Memory that has not been touched yet costs nothing, but elements that move do.
        let factor = capacity < 1 << 16 ? 4 : 2
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * factor)
        larger.moveInitialize(from: start, count: count)
        start.deallocate()
        start = larger
        capacity *= factor
    }
}
