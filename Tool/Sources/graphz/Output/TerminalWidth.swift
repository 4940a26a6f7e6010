import Foundation

/// The number of columns of a terminal.
enum TerminalWidth {
    /// The argument parser ends the program if it should wrap its help to fewer columns than about 27.
    private static let leastForHelp = 40

    /// Returns the width of a terminal; `nil` if the descriptor is none, or if the terminal doesn't know.
    static func of(_ descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Makes the argument parser wrap its help to a width that it supports.
    static func ensureRoomForHelp() {
        let columns = getenv("COLUMNS").flatMap { Int(String(cString: $0)) } ?? of(STDOUT_FILENO)
        if let columns, columns < leastForHelp {
            setenv("COLUMNS", "\(leastForHelp)", 1)
        }
    }
}
