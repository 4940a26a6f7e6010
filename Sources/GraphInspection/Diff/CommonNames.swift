import GraphCodable

/// Numbers for the keys and types of two archives. Equal names have equal numbers.
struct CommonNames {
    /// For the old and the new archive, the common number of each key; 0 for no key.
    let keys: [[UInt32]]
    /// For the old and the new archive, the common number of each type.
    let types: [[UInt32]]

    init(_ graphs: [ObjectGraph]) {
        var numbers: [[UInt8]: UInt32] = [:]
        func number(_ name: String) -> UInt32 {
            // Names are compared by their bytes, as in archives.
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
