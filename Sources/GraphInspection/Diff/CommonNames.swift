import GraphCodable

/// Numbers for the keys and types of two archives, which are equal where the names are equal.
struct CommonNames {
    /// The common number of each key of the old and of the new archive; 0 for none.
    let keys: [[UInt32]]
    /// The common number of each type of the old and of the new archive.
    let types: [[UInt32]]

    init(_ graphs: [ObjectGraph]) {
        var numbers: [[UInt8]: UInt32] = [:]
        func number(_ name: String) -> UInt32 {
            // By bytes, as names are compared in archives.
            let name = Array(name.utf8)
            if let known = numbers[name] { return known }
            let number = UInt32(truncatingIfNeeded: numbers.count + 1)
            numbers[name] = number
            return number
        }
        keys = graphs.map { [0] + $0.archive.summary.keys.map(number) }
        types = graphs.map { $0.archive.summary.types.map { number($0.name) } }
    }
}
