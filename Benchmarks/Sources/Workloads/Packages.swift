import Foundation
import GraphCodable

/// The graph of the demo: what the packages of this machine need of one another.
public struct Packages {
    /// The root of the graph.
    public let root: any GCodable & AnyObject
    /// What to decode it as.
    public let rootType: any GDecodable.Type
    /// The number of objects.
    public let objectCount: Int

    /// The packages that are installed here, or the demo's sample on a machine without such a list.
    public static func installed() throws -> Packages {
        if let text = try? String(contentsOfFile: "/var/lib/dpkg/status", encoding: .utf8), !text.isEmpty {
            return Packages(text)
        }
        return Packages(try String(contentsOfFile: "../Examples/PackageGraph/Sample/status", encoding: .utf8))
    }

    /// All packages that could be installed here, or those that are where this is not known.
    public static func available() throws -> Packages {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/apt-cache")
        process.arguments = ["dumpavail"]
        let output = Pipe()
        process.standardOutput = output
        guard (try? process.run()) != nil else { return try installed() }
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return data.isEmpty ? try installed() : Packages(String(decoding: data, as: UTF8.self))
    }

    private let catalog: Catalog

    /// A flat list of the packages as JSON, with names in place of references.
    ///
    /// The keys are sorted. In an order of its own each time, as they would be otherwise, it would not be compressed equally well.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(catalog.packages.map { PackageRecord($0) })
    }

    private init(_ text: String) {
        let catalog = CatalogBuilder.catalog(of: text)
        self.catalog = catalog
        root = catalog
        rootType = Catalog.self
        var shared: Set<ObjectIdentifier> = []
        objectCount = catalog.packages.reduce(into: 1) { count, package in
            count += 1
            guard let package = package as? BinaryPackage else { return }
            count += package.dependencies.count
            for object in [package.section as AnyObject?, package.maintainer].compactMap({ $0 })
            where shared.insert(ObjectIdentifier(object)).inserted {
                count += 1
            }
        }
    }
}
