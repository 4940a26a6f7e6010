/// A compressor that is faster with spare room in its target, because it need not check for the end. It receives
/// ``BlockCompressor/spareRoom(for:)`` more bytes than the result may have to be worth storing, and may use them.
protocol PrefersSpareRoom: GraphBlockCompressor {}
