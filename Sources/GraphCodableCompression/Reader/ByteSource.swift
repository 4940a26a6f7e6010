/// Bytes that are read once, in order: from memory without copying, or from a file, a pipe or another source.
///
/// Invariant: the memory remains valid and unchanged while the source is in use.
package final class ByteSource {
    /// A closure that fills a buffer with the next bytes, and returns their number: 0 only at the end.
    package typealias Read = (UnsafeMutableRawBufferPointer) throws -> Int

    private let memory: UnsafeRawBufferPointer?
    private let readMore: Read
    private var ahead: [UInt8] = []
    private(set) var offset: UInt64 = 0

    init(_ memory: UnsafeRawBufferPointer) {
        self.memory = memory
        readMore = { _ in 0 }
    }

    package init(_ read: @escaping Read) {
        memory = nil
        readMore = read
    }

    /// Reads a file in order. While it waits for bytes, it calls a closure with the number of those that have come.
    convenience init(_ file: OpenFile, waits: @escaping (UInt64) throws -> Void) {
        var byteCount: UInt64 = 0
        self.init { target in
            let count = try file.read(into: target) { try waits(byteCount) }
            byteCount += UInt64(count)
            return count
        }
    }

    /// Returns the next bytes without consuming them: the requested number, or fewer at the end.
    func peek(_ count: Int) throws -> [UInt8] {
        if let memory {
            return Array(rest(of: memory, atMost: count))
        }
        var more = [UInt8](repeating: 0, count: max(0, count - ahead.count))
        let got = try more.withUnsafeMutableBytes { try fill($0) }
        ahead.append(contentsOf: more.prefix(got))
        return Array(ahead.prefix(count))
    }

    /// Reads bytes into `target`: as many as fit, or fewer at the end.
    package func read(into target: UnsafeMutableRawBufferPointer) throws -> Int {
        if let memory {
            let bytes = rest(of: memory, atMost: target.count)
            target.copyMemory(from: bytes)
            offset += UInt64(bytes.count)
            return bytes.count
        }
        let known = ahead.prefix(target.count)
        target.copyBytes(from: known)
        ahead.removeFirst(known.count)
        let got = known.count + (try fill(UnsafeMutableRawBufferPointer(rebasing: target[known.count...])))
        offset += UInt64(got)
        return got
    }

    /// Reads the next `count` bytes, or fewer at the end. They are read into `buffer` unless the source is in memory.
    ///
    /// The caller must limit `count`, because that much memory is reserved.
    func read(_ count: Int, into buffer: HeapBuffer) throws -> UnsafeRawBufferPointer {
        if let memory {
            let bytes = rest(of: memory, atMost: count)
            offset += UInt64(bytes.count)
            return bytes
        }
        let got = try read(into: try buffer.reserve(count))
        buffer.use(got)
        return buffer.bytes
    }

    /// Passes the remaining bytes to `body`, piece by piece.
    func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let buffer = HeapBuffer()
        while true {
            let piece = try read(memory == nil ? 1 << 18 : Int.max, into: buffer)
            guard !piece.isEmpty else { return }
            try body(piece)
        }
    }

    private func rest(of memory: UnsafeRawBufferPointer, atMost count: Int) -> UnsafeRawBufferPointer {
        // A slice with an open range takes longer than all else that is read from a small archive.
        let start = Int(offset)
        return UnsafeRawBufferPointer(rebasing: memory[start..<start + min(count, memory.count - start)])
    }

    private func fill(_ target: UnsafeMutableRawBufferPointer) throws -> Int {
        var filled = 0
        while filled < target.count {
            let got = try readMore(UnsafeMutableRawBufferPointer(rebasing: target[filled...]))
            guard got > 0 else { break }
            filled += min(got, target.count - filled)
        }
        return filled
    }
}
