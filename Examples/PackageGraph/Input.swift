import Foundation

/// A source of package descriptions.
struct Input {
    /// The base name of the files in `Demo`.
    var name: String
    /// A description of the source for people.
    var title: String
    var text: String

    /// The small graph: the packages installed on this machine, or else the example's sample.
    static func installedPackages() throws -> Input {
        let status = "/var/lib/dpkg/status"
        if let text = try? String(contentsOfFile: status, encoding: .utf8), !text.isEmpty {
            return Input(name: "packages", title: "The packages installed on this machine (\(status))", text: text)
        }
        return try samplePackages()
    }

    /// Descriptions of some fifty packages, in the format of `/var/lib/dpkg/status`.
    static func samplePackages(path: String = "Examples/PackageGraph/Sample/status") throws -> Input {
        Input(
            name: "packages",
            title: "A sample of packages (\(path))",
            text: try String(contentsOfFile: path, encoding: .utf8)
        )
    }

    /// The large graph: every package that this machine could install. `nil` if apt is missing or has no packages.
    static func availablePackages() throws -> Input? {
        let lists = (try? FileManager.default.contentsOfDirectory(atPath: "/var/lib/apt/lists")) ?? []
        let command = "/usr/bin/apt-cache"
        guard lists.contains(where: { $0.contains("_Packages") }),
            FileManager.default.isExecutableFile(atPath: command)
        else { return nil }

        let process = Process()
        process.executableURL = URL(fileURLWithPath: command)
        process.arguments = ["dumpavail"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0, !data.isEmpty else { return nil }
        return Input(
            name: "available",
            title: "Every package that apt knows of (apt-cache dumpavail)",
            text: String(decoding: data, as: UTF8.self)
        )
    }
}
