import Foundation
import Synchronization

/// The user's request to stop, by Ctrl-C or a signal. It is an error, so that temporary files are removed.
struct Interruption: Error {
    let signal: Int32

    private static let requested = Atomic<Int32>(0)

    /// Handles signals as requests to stop. A second signal ends the program immediately.
    static func catchSignals() {
        // Initialize the variable before a handler uses it: initialization is not safe there.
        requested.store(0, ordering: .relaxed)
        for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] {
            let before = Foundation.signal(number, SIG_IGN)
            // If the tool was started with a signal ignored, as by nohup, the signal must not stop it.
            guard unsafeBitCast(before, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) else { continue }
            Foundation.signal(number) { number in
                Interruption.requested.store(number, ordering: .relaxed)
                Foundation.signal(number, SIG_DFL)
            }
        }
    }

    /// Makes exceeding the file size limit a write error instead of a signal, so that the temporary file is removed.
    static func surviveFileLimits() {
        Foundation.signal(SIGXFSZ, SIG_IGN)
    }

    /// Throws an error if the user requested to stop.
    static func check() throws {
        let number = requested.load(ordering: .relaxed)
        if number != 0 {
            throw Interruption(signal: number)
        }
    }

    /// Ends the program by the signal, so that the shell sees it.
    static func end(by number: Int32) {
        ProgressLine.erase()
        Foundation.signal(number, SIG_DFL)
        kill(getpid(), number)
    }
}
