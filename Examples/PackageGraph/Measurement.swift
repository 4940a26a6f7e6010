import Foundation

/// The cost of storing a graph in one format. Times are medians of a few runs, and don't include releasing the loaded
/// graph.
struct Measurement {
    var name: String
    var bytes: Int
    var encode: Duration
    var save: Duration
    var load: Duration

    /// Saves and loads a graph, and requires that the loaded graph is the same.
    init(_ catalog: Catalog, as format: Format, to url: URL, runs: Int) throws {
        name = format.name
        bytes = 0
        encode = try Self.median(of: runs) { _ = try format.encode(catalog) }
        save = try Self.median(of: runs) { try format.save(catalog, url) }
        var loaded: Catalog?
        load = try Self.median(of: runs, before: { loaded = nil }) { loaded = try format.load(url) }
        if let loaded {
            try GraphComparison.requireSame(catalog, loaded)
        }
        bytes = try Self.size(of: url)
    }

    /// Writes the list of packages as JSON, and reads it back.
    init(jsonOf catalog: Catalog, to url: URL, runs: Int) throws {
        let records = catalog.packages.map { PackageRecord($0) }
        name = "JSON (flat list)"
        encode = try Self.median(of: runs) { _ = try JSONEncoder().encode(records) }
        save = try Self.median(of: runs) { try JSONEncoder().encode(records).write(to: url, options: .atomic) }
        load = try Self.median(of: runs) {
            _ = try JSONDecoder().decode([PackageRecord].self, from: Data(contentsOf: url))
        }
        bytes = try Self.size(of: url)
    }

    private static func size(of url: URL) throws -> Int {
        try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    }

    private static func median(
        of runs: Int, before: () -> Void = {}, _ body: () throws -> Void
    ) rethrows -> Duration {
        var times: [Duration] = []
        for _ in 0..<runs {
            before()
            times.append(try ContinuousClock().measure(body))
        }
        return times.sorted()[runs / 2]
    }
}
