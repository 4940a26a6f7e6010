/// Keeps the largest of many elements.
struct TopList<Element> {
    private let limit: Int
    private var entries: [(size: Int, element: Element)] = []

    init(limit: Int) {
        self.limit = max(0, limit)
    }

    /// The size that an element must exceed to be kept.
    var threshold: Int {
        entries.count < limit ? -1 : entries.last?.size ?? .max
    }

    /// Adds an element if it is among the largest. Of elements with equal size the first ones stay.
    mutating func add(_ element: @autoclosure () -> Element, size: Int) {
        guard size > threshold else { return }
        let place = entries.firstIndex { $0.size < size } ?? entries.endIndex
        entries.insert((size, element()), at: place)
        if entries.count > limit {
            entries.removeLast()
        }
    }

    /// The largest elements, in descending order.
    var elements: [Element] { entries.map(\.element) }
}
