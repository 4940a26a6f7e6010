import Foundation
import TestSupport
import Testing

struct WatchdogTests {
    @Test func inputThatDoesNotEndIsNamed() async {
        let message = Locked<String?>(nil)
        let text = await withCheckedContinuation { continuation in
            Thread {
                let watchdog = Watchdog("example", seconds: 0.05) { message.set($0) }
                watchdog.begin([0x0A, 0xFF])
                while message.get() == nil {}
                continuation.resume(returning: message.get())
            }.start()
        }
        #expect(text == "example: not done after 0.05 s, with these 2 bytes: 0aff")
    }

    @Test func inputsThatEndDisturbNobody() async {
        let message = Locked<String?>(nil)
        await withCheckedContinuation { continuation in
            Thread {
                let watchdog = Watchdog("example", seconds: 0.05) { message.set($0) }
                let beginning = Usage.processorTime(CLOCK_THREAD_CPUTIME_ID)
                while Usage.processorTime(CLOCK_THREAD_CPUTIME_ID) - beginning < 0.2 {
                    watchdog.begin([1])
                    watchdog.end()
                }
                continuation.resume()
            }.start()
        }
        #expect(message.get() == nil)
    }
}
