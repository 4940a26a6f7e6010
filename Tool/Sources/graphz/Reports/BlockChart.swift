import GraphInspection

/// A row of characters that gives an overview of an archive's blocks.
struct BlockChart {
    /// The maximum number of columns.
    static let width = 64

    let blocksPerColumn: Int
    private var columns: [(character: Character, role: Palette.Role)]

    private init(blockCount: Int, column: (Range<Int>) -> (Character, Palette.Role)) {
        // A damaged archive may claim any number of blocks.
        let blockCount = max(0, min(blockCount, 1 << 40))
        let size = max(1, (blockCount - 1) / Self.width + 1)
        blocksPerColumn = size
        columns = stride(from: 0, to: blockCount, by: size).map { column($0..<min($0 + size, blockCount)) }
    }

    /// Shows the sizes of blocks: a higher column means less compression, a cross a block that cannot be read.
    init(_ blocks: [InfoReport.Block]) {
        let heights: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        self.init(blockCount: blocks.count) { range in
            guard let sound = try? blocks[range].map({ try $0.get() }) else { return ("×", .bad) }
            let stored = sound.reduce(0) { $0 + Double($1.storedByteCount) }
            let plain = sound.reduce(0) { $0 + Double($1.plainByteCount) }
            guard !sound.allSatisfy(\.isStoredRaw), stored < plain else { return ("█", .key) }
            return (heights[min(7, Int(8 * stored / plain))], .good)
        }
    }

    /// Shows which blocks are lost, by their numbers.
    init(blockCount: Int, lost: [Range<Int>]) {
        self.init(blockCount: blockCount) { _ in ("■", .good) }
        for range in lost where !range.isEmpty {
            let first = range.lowerBound / blocksPerColumn
            let last = (range.upperBound - 1) / blocksPerColumn
            for column in columns.indices.clamped(to: first..<last + 1) {
                columns[column] = ("×", .bad)
            }
        }
    }

    /// Returns the row, without a newline.
    func text(_ palette: Palette) -> String {
        var text = ""
        var rest = columns[...]
        while let first = rest.first {
            let run = rest.prefix { $0.role == first.role }
            text += palette.paint(String(run.map(\.character)), first.role)
            rest = rest.dropFirst(run.count)
        }
        return text
    }

    /// A note on the number of blocks per column, if it is more than one.
    var scale: String {
        blocksPerColumn == 1 ? "" : "; each column is \(DecimalText.grouped(blocksPerColumn)) blocks"
    }
}
