import GraphCodable

/// Numbers for the keys and types of two archives. Equal names have equal numbers.
struct NameNumbering {
    /// The common number of each key; 0 for no key.
    let keys: Sides<[UInt32]>
    /// The common number of each type.
    ///
    /// A type whose archive name the program chose is found by it, and may have been renamed or moved to another module.
    let types: Sides<[UInt32]>

    /// The common number of the type of each object; 0 for none.
    let objectTypes: Sides<[UInt32]>

    init(_ graphs: Sides<ObjectGraph>) {
        let archives = graphs.map(\.archive)
        var numbers: [[UInt8]: UInt32] = [:]
        func number(_ name: String) -> UInt32 {
            // Names are compared by their bytes, as in archives.
            let name = Array(name.utf8)
            if let known = numbers[name] { return known }
            let number = UInt32(truncatingIfNeeded: numbers.count + 1)
            numbers[name] = number
            return number
        }
        keys = archives.map { [0] + $0.summary.keys.map(number) }
        let old = Dictionary(
            archives.old.summary.types.compactMap { type in type.chosenName.map { ($0, type.name) } },
            uniquingKeysWith: { first, _ in first })
        let types = archives.map { archive in
            archive.summary.types.map { type in number(type.chosenName.flatMap { old[$0] } ?? type.name) }
        }
        self.types = types
        objectTypes = Sides { side in
            graphs[side].types.map { $0 == ObjectGraph.noType ? 0 : types[side][Int($0)] }
        }
    }
}

extension GraphArchiveSummary.ArchivedType {
    /// The bytes of the archive name, if the program chose it.
    fileprivate var chosenName: [UInt8]? { hasChosenName ? archiveName.map { Array($0.utf8) } : nil }
}
