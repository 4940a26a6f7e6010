import GraphCodable

/// The way to a value, shared by all values below.
final class SerializedPath {
    private let parent: SerializedPath?
    private let step: CodingPath.Step

    init(_ parent: SerializedPath?, _ step: CodingPath.Step) {
        self.parent = parent
        self.step = step
    }

    fileprivate static func steps(to path: SerializedPath?) -> [CodingPath.Step] {
        var steps: [CodingPath.Step] = []
        var next = path
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
