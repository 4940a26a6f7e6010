import Foundation
import GraphCodable
import GraphCodableCompression

/// A line on standard error that shows the progress of long work. It appears only on a terminal.
final class ProgressLine {
    // The tool uses this only on its main thread.
    nonisolated(unsafe) private static var isShown = false

    private let label: String
    private let isEnabled: Bool
    private let start = ContinuousClock.now
    private var last: ContinuousClock.Instant?

    /// - Parameters:
    ///   - label: The work and its subject.
    ///   - isQuiet: Whether to hide progress.
    init(_ label: String, isQuiet: Bool) {
        self.label = EscapedText.printable(label)
        isEnabled = !isQuiet && isatty(STDERR_FILENO) == 1
    }

    deinit {
        Self.erase()
    }

    /// Shows the progress from time to time. Throws an error if the user requested to stop.
    func update(_ progress: GraphContainer.Progress) throws {
        try Interruption.check()
        guard isEnabled else { return }
        let now = ContinuousClock.now
        // Short work needs no progress line.
        guard now - (last ?? start) > .milliseconds(last == nil ? 300 : 100) else { return }
        last = now
        var text = "\(label): "
        if let total = progress.totalByteCount, total > 0 {
            text += "\(progress.completedByteCount * 100 / total) % of \(ByteCount.text(total))"
        } else {
            text += ByteCount.text(progress.completedByteCount)
        }
        // A line that wraps could not be erased.
        ErrorOutput.write("\r\u{1B}[K\(Self.cut(text, to: (TerminalWidth.of(STDERR_FILENO) ?? 80) - 1))")
        Self.isShown = true
    }

    /// Shortens a text in its middle: both the name and the numbers at the end are of interest.
    static func cut(_ text: String, to width: Int) -> String {
        guard text.count > width, width > 0 else { return text }
        let end = min(width - 1, 28)
        return text.prefix(width - 1 - end) + "…" + text.suffix(end)
    }

    /// Erases the line, to make room for others.
    static func erase() {
        guard isShown else { return }
        isShown = false
        ErrorOutput.write("\r\u{1B}[K")
    }
}
