import Foundation
import GraphCodable
import GraphCodableCompression

enum RawTarget {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        decode(FuzzSample.Node.self, bytes)
        decode(FuzzSample.Values.self, bytes)
        decode([Int].self, bytes)
        decode([String: [String]].self, bytes)
        decode(String?.self, bytes)
    }

    static func decode<Root: GDecodable>(_ type: Root.Type, _ bytes: UnsafeRawBufferPointer) {
        catching { _ = try GraphDecoder().decode(type, from: bytes) }
    }
}

enum ContainerTarget {
    static let options = GraphContainerReadingOptions(
        policy: GraphDecodingPolicy(maximumPlainByteCount: 1 << 24), threadCount: 1)

    static func run(_ bytes: UnsafeRawBufferPointer) {
        catching {
            _ = try GraphDecoder().decode(FuzzSample.Node.self, fromArchive: bytes, options: options)
        }
        catching {
            let salvaged = try GraphContainer.salvage(bytes, options: options)
            SalvageCheck.run(try GraphSalvage(salvaged))
        }
    }
}

/// What is recovered must be sound, whatever it was recovered from.
enum SalvageCheck {
    static func run(_ salvage: GraphSalvage) {
        for treatment in [GraphSalvage.LostReferences.readAsNil, .removed] {
            do {
                let (archive, _) = try salvage.archive(lostReferences: treatment)
                try GraphArchive(archive).verify()
                archive.withUnsafeBytes { RawTarget.decode(FuzzSample.Node?.self, $0) }
            } catch {
                fatalError("What was recovered is not sound: \(error)")
            }
        }
    }
}

/// The first byte names a codec; the rest is a block, or what is compressed to one.
enum CodecTarget {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        roundTrip(rest, [GraphCodec.none, .zlib, .lz4][Int(first) % 3])
        // A block of the two codecs that compress, in containers whose checksums hold, of several plain sizes.
        for plainSize in [rest.count + 1, 4 * rest.count + 100, 65_536] where (1...65_536).contains(plainSize) {
            let container = Checksums.container(block: Array(rest), codec: 1 + first % 2, plainSize: plainSize)
            catching {
                try container.withUnsafeBytes {
                    _ = try GraphContainer.decompress($0, options: ContainerTarget.options)
                }
            }
        }
    }

    private static func roundTrip(_ bytes: UnsafeRawBufferPointer, _ codec: GraphCodec) {
        do {
            let container = try GraphContainer.compress(bytes, codec: codec)
            let plain = try container.withUnsafeBytes { try GraphContainer.decompress($0) }
            guard plain.elementsEqual(bytes) else { fatalError("\(codec) does not give back what it took.") }
        } catch {
            fatalError("\(codec) does not take its own: \(error)")
        }
    }
}

enum DumpTarget {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        catching {
            let archive = try GraphArchive(bytes)
            _ = try archive.dump()
            try archive.verify()
        }
        catching {
            // Some of the bytes are lost: which ones, the bytes say.
            let start = bytes.count > 20 ? Int(bytes[20]) : 0
            let end = min(bytes.count, start + (bytes.count > 21 ? Int(bytes[21]) : 0))
            let lost = start < end ? [start..<end] : []
            SalvageCheck.run(try GraphSalvage(Array(bytes), lostRanges: lost))
        }
    }
}

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
            let file = try GraphContainerFile(path: path, options: options)
            for number in 0..<Int(clamping: file.summary.blockCount) { _ = try file.block(number) }
        }
        catching {
            let file = try GraphContainerFile(path: path, options: options)
            _ = try GraphArchiveSummary(of: file, maximumByteCount: 1 << 24)
            _ = try file.readPlain(0..<min(file.summary.plainByteCount, 100))
        }
        catching { _ = try GraphArchive(from: .path(path), options: options) }
        catching { _ = try GraphDecoder().load(FuzzSample.Node.self, from: path, options: options) }
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// The bytes are the name of a type, where an object of a class is asked for.
enum TypeTarget {
    final class Box<Value: GCodable>: GCodable {
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    struct Many<each Value> {}

    static func run(_ bytes: UnsafeRawBufferPointer) {
        let name = Array(bytes.prefix(1_000))
        guard String(validating: name, as: UTF8.self) != nil else { return }
        let archive = Checksums.archive(classNamed: name)
        archive.withUnsafeBytes { RawTarget.decode(Box<Int>.self, $0) }
    }

    static func seeds() -> [[UInt8]] {
        [
            _mangledTypeName(Box<Int>.self), _mangledTypeName(Box<[String: Int?]>.self),
            _mangledTypeName(FuzzSample.Leaf.self), _mangledTypeName([(Int, Double)].self),
            _mangledTypeName((@Sendable (Int) -> Void).self), _mangledTypeName((any Sequence<Int>).self),
            _mangledTypeName(Many<Int, String>.self), _mangledTypeName([any Hashable & Sendable].self),
        ].compactMap { $0.map { Array($0.utf8) } }
    }
}
