/// The streams of a block that is being split.
///
/// Invariant: stream `n` has `capacity` bytes at `start`, of which `count` are initialized. The first `count` streams
/// are in use; the others up to `streamCapacity` keep their memory for the next block.
struct StreamStore: ~Copyable {
    struct Stream {
        var start: UnsafeMutablePointer<UInt8>
        var count: Int
        var capacity: Int
        var kind: Int
    }

    private(set) var streams: UnsafeMutablePointer<Stream>
    private(set) var count = 0
    private var made = 0
    private var streamCapacity = 64

    init() {
        streams = .allocate(capacity: streamCapacity)
    }

    deinit {
        for number in 0..<made {
            streams[number].start.deallocate()
        }
        streams.deallocate()
    }

    /// Begins a block. Deallocates memory if previous blocks left too much.
    mutating func reset(blockSize: Int) {
        count = 0
        let total = (0..<made).reduce(0) { $0 + streams[$1].capacity }
        guard total > max(4 * blockSize, 1 << 18) else { return }
        for number in 0..<made {
            streams[number].start.deallocate()
        }
        made = 0
    }

    @inline(never)
    mutating func make(kind: Int) -> Int32 {
        if count == made {
            if made == streamCapacity {
                let grown = UnsafeMutablePointer<Stream>.allocate(capacity: streamCapacity * 2)
                grown.moveInitialize(from: streams, count: made)
                streams.deallocate()
                streams = grown
                streamCapacity *= 2
            }
            (streams + made).initialize(
                to: Stream(start: .allocate(capacity: 256), count: 0, capacity: 256, kind: kind))
            made += 1
        }
        streams[count].count = 0
        streams[count].kind = kind
        count += 1
        return Int32(truncatingIfNeeded: count - 1)
    }

    /// Appends `size` bytes to a stream, which the caller must initialize, and returns their address.
    @inline(__always)
    mutating func more(_ number: Int, _ size: Int) -> UnsafeMutablePointer<UInt8> {
        let stream = streams + number
        let end = stream.pointee.count &+ size
        if end > stream.pointee.capacity { grow(number, to: end) }
        let target = stream.pointee.start + stream.pointee.count
        stream.pointee.count = end
        return target
    }

    @inline(never)
    private mutating func grow(_ number: Int, to size: Int) {
        let stream = streams + number
        let capacity = max(size, stream.pointee.capacity * 2)
        let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        grown.update(from: stream.pointee.start, count: stream.pointee.count)
        stream.pointee.start.deallocate()
        stream.pointee.start = grown
        stream.pointee.capacity = capacity
    }
}
