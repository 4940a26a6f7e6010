import Foundation
import Synchronization

/// The user's wish to end the work, by Ctrl-C or a signal, so that no temporary file stays behind.
struct Interruption: Error {
    let signal: Int32

    private static let requested = Atomic<Int32>(0)

    /// From now on signals are taken as a wish; a second one ends the program at once.
    static func catchSignals() {
        // The variable must exist before a handler uses it: making it is not safe there.
        requested.store(0, ordering: .relaxed)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            Foundation.signal(number) { number in
                Interruption.requested.store(number, ordering: .relaxed)
                Foundation.signal(number, SIG_DFL)
            }
        }
    }

    /// Throws when the user wants the work to end.
    static func check() throws {
        let number = requested.load(ordering: .relaxed)
        if number != 0 {
            throw Interruption(signal: number)
        }
    }

    /// Ends the program as the signal would have done, so that the shell knows.
    static func end(by number: Int32) {
        ProgressLine.erase()
        Foundation.signal(number, SIG_DFL)
        kill(getpid(), number)
    }
}
