import GraphCodable

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
