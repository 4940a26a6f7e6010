import Foundation

/// Prints the results of the demo.
enum Report {
    /// Prints the number of objects of each class in a graph.
    static func printContents(of catalog: Catalog) {
        var counts: [String: Int] = [:]
        var sharedObjects = Set<ObjectIdentifier>()
        for package in catalog.packages {
            counts["\(type(of: package))", default: 0] += 1
            guard let package = package as? BinaryPackage else { continue }
            counts["Dependency", default: 0] += package.dependencies.count
            if let section = package.section, sharedObjects.insert(ObjectIdentifier(section)).inserted {
                counts["Section", default: 0] += 1
            }
            if let maintainer = package.maintainer, sharedObjects.insert(ObjectIdentifier(maintainer)).inserted {
                counts["Maintainer", default: 0] += 1
            }
        }
        let total = counts.values.reduce(1, +)
        print(
            "\(total.grouped) objects:",
            counts.sorted { $0.value > $1.value }
                .map { "\($0.value.grouped) \($0.key)" }.joined(separator: ", "))
    }

    /// Prints the measurements. Ratios are relative to the first.
    static func printTable(_ measurements: [Measurement]) {
        let rows = measurements.map { row in
            [
                row.name, row.bytes.grouped, (Double(measurements[0].bytes) / Double(max(row.bytes, 1))).formatted(2),
                row.encode.milliseconds, row.save.milliseconds, row.load.milliseconds,
            ]
        }
        let header = ["format", "bytes", "ratio", "encode ms", "save ms", "load ms"]
        let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
        for (index, row) in ([header] + rows).enumerated() {
            let cells = row.indices.map { column in
                let padding = String(repeating: " ", count: widths[column] - row[column].count)
                return column == 0 ? row[column] + padding : padding + row[column]
            }
            print("| " + cells.joined(separator: " | ") + " |")
            if index == 0 {
                let rules = widths.enumerated().map {
                    $0 == 0 ? String(repeating: "-", count: $1) : String(repeating: "-", count: $1 - 1) + ":"
                }
                print("| " + rules.joined(separator: " | ") + " |")
            }
        }
    }
}

extension Int {
    /// The number with grouped thousands.
    fileprivate var grouped: String {
        self < 1000 ? "\(self)" : "\((self / 1000).grouped),\(String(self % 1000 + 1000).dropFirst())"
    }
}

extension Double {
    fileprivate func formatted(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }
}

extension Duration {
    fileprivate var milliseconds: String {
        let milliseconds = self / .milliseconds(1)
        return milliseconds.formatted(milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0)
    }
}
