/// Counts the differences between two archives by type, and lists the first of them.
struct DifferenceCensus {
    private let graphs: Sides<ObjectGraph>
    private let names: NameNumbering
    /// By the common number of the type; 0 for objects without one.
    private var counts: [UInt32: TypeDifference] = [:]
    private(set) var total = TypeDifference(name: "")
    /// The first matched objects that differ.
    private(set) var changed: [Sides<UInt32>] = []
    /// The first objects without a partner in the other archive.
    private(set) var unmatched: Sides<[UInt32]> = Sides(old: [], new: [])

    /// - Parameters:
    ///   - partners: The partner of each object in the other archive.
    ///   - limit: The maximum number of objects in each list.
    init(
        _ graphs: Sides<ObjectGraph>, _ names: NameNumbering, _ partners: Sides<[UInt32]>,
        _ comparison: inout RecordComparison, limit: Int
    ) {
        (self.graphs, self.names) = (graphs, names)
        for (id, partner) in partners.new.enumerated() where partner != ObjectMatching.none {
            let pair = Sides(old: partner, new: UInt32(id))
            if comparison.differs(pair) {
                count(pair.new, side: .new, \.changedCount)
                if changed.count < limit { changed.append(pair) }
            } else if id > 0 || graphs.new.root == 0 {
                // A root value that is only a reference doesn't count as an object.
                count(pair.new, side: .new, \.sameCount)
            }
        }
        for (side, kind) in [(Side.old, \TypeDifference.removedCount), (.new, \.addedCount)] {
            for id in partners[side].indices.map(UInt32.init)
            where partners[side][Int(id)] == ObjectMatching.none && graphs[side].contains(id) {
                count(id, side: side, kind)
                if unmatched[side].count < limit { unmatched[side].append(id) }
            }
        }
    }

    private mutating func count(_ id: UInt32, side: Side, _ kind: WritableKeyPath<TypeDifference, Int>) {
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
