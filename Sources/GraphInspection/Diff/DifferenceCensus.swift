/// Counts differences by type.
struct DifferenceCensus {
    private let graphs: Sides<ObjectGraph>
    private let names: NameNumbering
    /// By the common number of the type; 0 for objects without one.
    private var counts: [UInt32: TypeDifference] = [:]
    private(set) var total = TypeDifference(name: "")

    init(_ graphs: Sides<ObjectGraph>, _ names: NameNumbering) {
        (self.graphs, self.names) = (graphs, names)
    }

    mutating func count(_ id: UInt32, side: Side, _ kind: WritableKeyPath<TypeDifference, Int>) {
        total[keyPath: kind] += 1
        let type = names.objectTypes[side][Int(id)]
        counts[type, default: TypeDifference(name: graphs[side].groupName(of: id))][keyPath: kind] += 1
    }

    /// The types with differences, in descending order of their number.
    var types: [TypeDifference] {
        counts.values.filter { $0.differenceCount > 0 }.sorted {
            ($1.differenceCount, $0.name) < ($0.differenceCount, $1.name)
        }
    }
}
