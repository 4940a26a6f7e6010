import Benchmark
import GraphCodable
import Workloads

/// Large plain values.
func registerBulkRows() {
    addGraph("doubles", count: 4_000_000, type: [Double].self) { Bulk.doubles() }
    addCopy("doubles", count: 4_000_000)
    addGraph("strings", count: 200_000, type: [String].self) { Bulk.strings() }
    addFoundation("strings", count: 200_000, type: [String].self) { Bulk.strings() }
    addGraph("dictionary", count: 100_000, type: [String: Int].self) { Bulk.dictionary() }
    addFoundation("dictionary", count: 100_000, type: [String: Int].self) { Bulk.dictionary() }
    addGraph("structs", count: 1_000_000, type: [SmallStruct].self) { Bulk.structs() }
    addFoundation("structs", count: 1_000_000, type: [SmallStruct].self) { Bulk.structs() }
}

/// What no coder can be faster than: the copy of the doubles into fresh memory.
private func addCopy(_ name: String, count: Int) {
    let doubles = Lazy { Bulk.doubles(count: count) }
    for operation in ["encode", "decode"] {
        Row.add("\(name)/\(operation)/memcpy", operations: count, seconds: 0.7) { benchmark in
            try doubles.get().withUnsafeBytes { bytes in
                benchmark.startMeasurement()
                let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
                copy.copyMemory(from: bytes)
                benchmark.stopMeasurement()
                blackHole(copy[bytes.count / 2])
                copy.deallocate()
                return bytes.count
            }
        }
    }
}
