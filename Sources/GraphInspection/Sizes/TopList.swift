/// Keeps the largest of many elements.
struct TopList<Element> {
    private let limit: Int
    /// Elements in the order in which they came; after a sort, the largest come first.
    private var entries: [(size: Int, element: Element)] = []
    /// A size that an element must exceed to be kept.
    private var threshold: Int

    init(limit: Int) {
        self.limit = max(0, limit)
        threshold = limit > 0 ? -1 : .max
    }

    /// Adds an element if it may be among the largest. Of elements with equal size the first ones stay.
    ///
    /// - Complexity: O(log *k*) on average, for a limit of *k* elements.
    mutating func add(_ element: @autoclosure () -> Element, size: Int) {
        guard size > threshold else { return }
        entries.append((size, element()))
        guard entries.count - limit >= limit else { return }
        entries.sort { $0.size > $1.size }
        entries.removeLast(entries.count - limit)
        threshold = entries.last?.size ?? .max
    }

    /// The largest elements, in descending order.
    var elements: [Element] { entries.sorted { $0.size > $1.size }.prefix(limit).map(\.element) }
}
