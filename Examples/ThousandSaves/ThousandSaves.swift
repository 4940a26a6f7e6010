import Foundation
import GraphCodable
import GraphCodableCompression

/// Writes saves, and answers three questions about all of them.
@main
struct ThousandSaves {
    static let usage = """
        usage: ThousandSaves write <folder> [<saves> [<kilobytes>]]
               ThousandSaves answer <folder> [<cores>]
        """

    static func main() async {
        do {
            try await run()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    static func run() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let numbers = arguments.dropFirst(2).map { Int($0) ?? 0 }
        guard let command = arguments.first, let path = arguments.dropFirst().first, numbers.allSatisfy({ $0 > 0 })
        else {
            FileHandle.standardError.write(Data((usage + "\n").utf8))
            exit(2)
        }
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        switch command {
        case "write":
            try write(numbers.first ?? 2_000, kilobytes: numbers.dropFirst().first ?? 1_000, to: folder)
        case "answer":
            let cores = numbers.first ?? ProcessInfo.processInfo.activeProcessorCount
            print(try await Answers.ask(folder, cores: cores).json())
        default:
            FileHandle.standardError.write(Data((usage + "\n").utf8))
            exit(2)
        }
    }

    static func write(_ count: Int, kilobytes: Int, to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for number in 0..<count {
            let digits = String(number)
            let name = "save-" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits + ".graphz"
            // Not GraphEncoder.save, which flushes each file to the disk.
            let save: Data = try GraphEncoder().encode(
                SaveMaker.save(number: number, kilobytes: kilobytes), codec: .lz4)
            try save.write(to: folder.appending(path: name))
        }
    }
}
