import GraphCodable

/// The way to a value, shared by all values below.
final class SerializedPath {
    /// The most steps from either end of a long path that are shown.
    private static let shownCount = 32

    private var parent: SerializedPath?
    private let step: CodingPath.Step
    private let count: Int
    /// The first part of a long path.
    private let beginning: SerializedPath?

    init(_ parent: SerializedPath?, _ step: CodingPath.Step) {
        self.parent = parent
        self.step = step
        count = (parent?.count ?? 0) + 1
        beginning = parent.flatMap { $0.count == Self.shownCount ? $0 : $0.beginning }
    }

    deinit {
        // Released with its last step, a long path would be released recursively.
        var next = parent
        parent = nil
        while isKnownUniquelyReferenced(&next), let current = next {
            next = current.parent
            current.parent = nil
        }
    }

    /// The steps, outermost first; of more than 64 the first and the last ones.
    fileprivate static func steps(to path: SerializedPath?) -> [CodingPath.Step] {
        var steps: [CodingPath.Step] = []
        var next = path
        if let path, let beginning = path.beginning, path.count > 2 * shownCount {
            for _ in 0..<shownCount {
                next.map { steps.append($0.step) }
                next = next?.parent
            }
            steps.append(.key("…"))
            next = beginning
        }
        while let current = next {
            steps.append(current.step)
            next = current.parent
        }
        return steps.reversed()
    }
}

extension CodingPath {
    init(_ path: SerializedPath?) {
        self.init(SerializedPath.steps(to: path))
    }
}
