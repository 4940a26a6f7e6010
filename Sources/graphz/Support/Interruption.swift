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
            let before = Foundation.signal(number, SIG_IGN)
            // Whoever let the tool ignore a signal, as nohup does, wants the work to go on.
            guard !isIgnoring(before) else { continue }
            Foundation.signal(number) { number in
                Interruption.requested.store(number, ordering: .relaxed)
                Foundation.signal(number, SIG_DFL)
            }
        }
    }

    /// Takes a file that grows too large as an error of writing, after which the temporary file is removed.
    static func surviveFileLimits() {
        Foundation.signal(SIGXFSZ, SIG_IGN)
    }

    private static func isIgnoring(_ handler: sig_t?) -> Bool {
        unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
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
