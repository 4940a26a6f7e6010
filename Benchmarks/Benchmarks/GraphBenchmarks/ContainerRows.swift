import Benchmark
import CReferences
import GraphCodable
import GraphCodableCompression
import Workloads

/// The container's own work, against the libraries called directly on the same bytes in blocks of the same size.
func registerContainerRows() {
    addContainer("container-packages", seconds: 1, payload: Lazy { try ContainerPayload.packages() })
    // Once in each round may be enough for what takes seconds; a warm-up would double it.
    addContainer("container-256MiB", seconds: 2, warmups: 0, payload: Lazy { try ContainerPayload.large() })
}

private func addContainer(_ name: String, seconds: Double, warmups: Int = 1, payload: Lazy<Bytes>) {
    for (codecName, codec) in Codecs.all {
        for (threads, count) in [("1", 1), ("all", nil)] as [(String, Int?)] {
            var writing = GraphContainerWritingOptions()
            writing.threadCount = count
            var reading = GraphContainerReadingOptions()
            reading.threadCount = count
            addContainer(
                name, "\(codecName)-\(threads)", seconds: seconds, warmups: warmups, payload,
                compress: { plain in
                    try plain.withUnsafeBytes { try GraphContainer.compress($0, codec: codec, options: writing) }
                },
                decompress: { stored in
                    try stored.withUnsafeBytes { bytes in
                        try GraphContainer.withPlainBytes(of: bytes, options: reading) { $0.count }
                    }
                },
                size: { $0.count })
        }
    }
    for library in [Library.lz4, .zlib] {
        addContainer(
            name, "\(library)-library", seconds: seconds, warmups: warmups, payload,
            compress: { try library.compress($0) }, decompress: { try library.decompress($0) },
            size: { $0.bytes.count })
    }
}

private func addContainer<Stored>(
    _ name: String, _ subject: String, seconds: Double, warmups: Int, _ payload: Lazy<Bytes>,
    compress: @escaping (Bytes) throws -> Stored, decompress: @escaping (Stored) throws -> Int,
    size: @escaping (Stored) -> Int
) {
    Row.add("\(name)/compress/\(subject)", operations: 1, seconds: seconds, warmups: warmups) { benchmark in
        let plain = try payload.get()
        benchmark.startMeasurement()
        let stored = try compress(plain)
        benchmark.stopMeasurement()
        return size(stored)
    }
    let stored = Lazy { try compress(payload.get()) }
    Row.add("\(name)/decompress/\(subject)", operations: 1, seconds: seconds, warmups: warmups) { benchmark in
        let plain = try payload.get()
        let stored = try stored.get()
        benchmark.startMeasurement()
        let count = try decompress(stored)
        benchmark.stopMeasurement()
        if count != plain.count {
            benchmark.error("\(subject) gave back \(count) bytes of \(plain.count).")
        }
        return size(stored)
    }
}
