import Benchmark
import CReferences
import GraphCodable
import GraphCodableCompression
import Workloads

/// The container's own work, against the libraries called directly on the same bytes in blocks of the same size.
func registerContainerRows() {
    addContainer("container-packages", seconds: 1, payload: Lazy { try ContainerPayload.packages() })
    // Once in each round may be enough for what takes seconds; a warm-up would double it.
    addContainer(
        "container-256MiB", seconds: 2, warmups: 0, keepsMemory: { $0 == "zlib" },
        payload: Lazy { try ContainerPayload.large() })
}

/// How the rows of a payload are measured.
private struct Measuring {
    let seconds: Double
    let warmups: Int
    /// Whether results go to memory that was in use before.
    ///
    /// A virtual machine may give memory that has been free for a second or two back to its host, and then touching it
    /// again takes longer than decompressing into it. That meets fresh large pages more than others, and what takes a
    /// second to fill them each time.
    let keepsMemory: Bool
}

private func addContainer(
    _ name: String, seconds: Double, warmups: Int = 1, keepsMemory: (String) -> Bool = { _ in false },
    payload: Lazy<Bytes>
) {
    func measuring(_ codecName: String) -> Measuring {
        Measuring(seconds: seconds, warmups: warmups, keepsMemory: keepsMemory(codecName))
    }
    for (codecName, codec) in Codecs.all {
        for (threads, count) in [("1", 1), ("all", nil)] as [(String, Int?)] {
            // As the libraries do it: without the filter.
            let writing = GraphContainerWritingOptions(blockSizeLog2: 18, threadCount: count, filter: .none)
            var reading = GraphContainerReadingOptions()
            reading.threadCount = count
            addContainer(
                name, "\(codecName)-\(threads)", measuring(codecName), payload,
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
            name, "\(library)-library", measuring("\(library)"), payload,
            compress: { try library.compress($0) }, decompress: { try library.decompress($0) },
            size: { $0.bytes.count })
    }
}

private func addContainer<Stored>(
    _ name: String, _ subject: String, _ measuring: Measuring, _ payload: Lazy<Bytes>,
    compress: @escaping (Bytes) throws -> Stored, decompress: @escaping (Stored) throws -> Int,
    size: @escaping (Stored) -> Int
) {
    let memory = Lazy {
        // A little more than the payload: room for the results of compression that could become that large.
        if measuring.keepsMemory { reference_keep_memory(try payload.get().count / 64 * 65) }
    }
    func add(_ operation: String, warmups: Int, _ body: @escaping (Benchmark) throws -> Int) {
        Row.add("\(name)/\(operation)/\(subject)", operations: 1, seconds: measuring.seconds, warmups: warmups, body)
    }
    add("compress", warmups: measuring.warmups) { benchmark in
        let plain = try payload.get()
        try memory.get()
        benchmark.startMeasurement()
        let stored = try compress(plain)
        benchmark.stopMeasurement()
        return size(stored)
    }
    let stored = Lazy { try compress(payload.get()) }
    // Whose memory is to be kept must have used it once.
    add("decompress", warmups: measuring.keepsMemory ? 1 : measuring.warmups) { benchmark in
        let plain = try payload.get()
        let stored = try stored.get()
        try memory.get()
        benchmark.startMeasurement()
        let count = try decompress(stored)
        benchmark.stopMeasurement()
        if count != plain.count {
            benchmark.error("\(subject) gave back \(count) bytes of \(plain.count).")
        }
        return size(stored)
    }
}
