import Foundation
import GraphCodable
import Workloads

/// Sets of 100,000 elements, in any order and in canonical order.
func registerSetRows() {
    let count = 100_000
    addSets("integer-set", count: count) { Set(0..<count) }
    addSets("string-set", count: count) { Set((0..<count).map { "the string number \($0)" }) }
    addSets("uuid-set", count: count) { Set((0..<count).map { _ in UUID() }) }
    addSets("member-sets", count: count) { Member.club(count: count) }
}

private func addSets<Root: GCodable>(_ name: String, count: Int, _ make: @escaping () throws -> Root) {
    let root = Lazy(make)
    addEncoding(name, count: count, by: "GraphCodable", GraphEncoder(), seconds: 0.7, root)
    addEncoding(name, count: count, by: "canonical", GraphEncoder(.canonical), seconds: 0.7, root)
}
