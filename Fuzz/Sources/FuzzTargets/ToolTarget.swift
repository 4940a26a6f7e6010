import Foundation
import GraphCodable
import GraphCodableCompression

enum ToolTarget {
    static let path: String = {
        // A folder in memory where there is one: the disk would take most of the time.
        let memory = URL(filePath: "/dev/shm")
        let folder =
            FileManager.default.isWritableFile(atPath: "/dev/shm") ? memory : FileManager.default.temporaryDirectory
        return folder.appending(path: "fuzz-\(getpid()).graphz").path(percentEncoded: false)
    }()

    static func run(_ bytes: UnsafeRawBufferPointer) {
        _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
        let options = ContainerTarget.options
        catching {
            let file = try GraphContainerFile(path, options: options)
            for number in 0..<Int(clamping: file.summary.blockCount) { _ = try file.block(number) }
        }
        catching {
            let file = try GraphContainerFile(path, options: options)
            _ = try GraphArchiveSummary(of: file, maximumByteCount: 1 << 24)
            _ = try file.readPlain(0..<min(file.summary.plainByteCount, 100))
        }
        catching { _ = try GraphArchive(from: .path(path), options: options) }
        catching { _ = try GraphDecoder().load(FuzzSample.Node.self, from: path, options: options) }
        try? FileManager.default.removeItem(atPath: path)
    }
}
