import GraphCodable

/// The path to a value. Values in the same container share their path to it.
final class SerializedPath {
    /// The maximum number of steps shown from either end of a long path.
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
        // Without this loop, releasing the last step of a long path would release the others recursively.
        var next = parent
        parent = nil
        while isKnownUniquelyReferenced(&next), let current = next {
            next = current.parent
            current.parent = nil
        }
    }

    /// Returns the steps, outermost first. A path of more than 64 steps is reduced to the first and the last ones.
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
