import Foundation

/// Saves the dependency graph of the software on this machine in every format, loads it, and compares the results.
///
/// `make demo` runs it in the folder of the package. The files remain in `Demo`.
@main
struct Demo {
    static func main() {
        do {
            try run()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func run() throws {
        let folder = URL(fileURLWithPath: "Demo", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)

        try run(Input.installedPackages(), runs: 5, in: folder)
        if let input = try Input.availablePackages() {
            try run(input, runs: 3, in: folder)
        } else {
            print("\nThere is no larger input: apt has no package lists here.")
        }
        print(
            """

            Each file was loaded and compared with the graph in memory: the same classes, values, edges, and shared objects.
            JSON holds a flat list of records, with names in place of references; it is here for scale.

            Look at a file:
              .build/release/graphz info Demo/packages.lz4.graphz
              .build/release/graphz dump Demo/packages.lz4.graphz | less
            """
        )
    }

    private static func run(_ input: Input, runs: Int, in folder: URL) throws {
        let catalog = CatalogBuilder.catalog(of: input.text)
        print("\n\(input.title)")
        Report.printContents(of: catalog)

        var measurements: [Measurement] = []
        for format in Format.all {
            let url = folder.appendingPathComponent("\(input.name).\(format.fileName)")
            do {
                measurements.append(try Measurement(catalog, as: format, to: url, runs: runs))
            } catch {
                FileHandle.standardError.write(Data("\(format.name), \(url.relativePath): \(error)\n".utf8))
                exit(1)
            }
        }
        let url = folder.appendingPathComponent("\(input.name).json")
        measurements.append(try Measurement(jsonOf: catalog, to: url, runs: runs))
        print("Medians of \(runs) runs; the ratio is to the raw archive.\n")
        Report.printTable(measurements)
    }
}
