import Foundation
import GraphCodable
import GraphCodableCompression

/// A line on the error stream that shows how far long work has come; only when that is a terminal.
final class ProgressLine {
    // The tool works on its main thread only.
    nonisolated(unsafe) private static var isShown = false

    private let label: String
    private let isEnabled: Bool
    private let start = ContinuousClock.now
    private var last: ContinuousClock.Instant?

    /// - Parameters:
    ///   - label: What is being done, and to what.
    ///   - isQuiet: Whether to show nothing in any case.
    init(_ label: String, isQuiet: Bool) {
        self.label = EscapedText.printable(label)
        isEnabled = !isQuiet && isatty(STDERR_FILENO) == 1
    }

    deinit {
        Self.erase()
    }

    /// Shows how far the work has come, now and then, and ends it when the user wants it to.
    func update(_ progress: GraphContainer.Progress) throws {
        try Interruption.check()
        guard isEnabled else { return }
        let now = ContinuousClock.now
        // Work that is done at once needs no progress.
        guard now - (last ?? start) > .milliseconds(last == nil ? 300 : 100) else { return }
        last = now
        var text = "\(label): "
        if let total = progress.totalByteCount, total > 0 {
            text += "\(progress.completedByteCount * 100 / total) % of \(ByteCount.text(total))"
        } else {
            text += ByteCount.text(progress.completedByteCount)
        }
        ErrorOutput.write("\r\u{1B}[K\(text)")
        Self.isShown = true
    }

    /// Makes room for other lines.
    static func erase() {
        guard isShown else { return }
        isShown = false
        ErrorOutput.write("\r\u{1B}[K")
    }
}
