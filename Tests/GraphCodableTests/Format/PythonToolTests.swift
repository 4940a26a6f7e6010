import Foundation
import TestSupport
import Testing

/// The readers and writers in Python pass their own tests, and the corpus is what they make.
@Suite(.enabled(if: PythonReader.python != nil)) struct PythonToolTests {
    @Test func theReadersInPythonPassTheirTests() throws {
        let run = try PythonReader.run(["-m", "unittest", "discover"])
        #expect(run.status == 0, "\(run.output)")
    }

    /// An archive that nobody can make again from its source might hold anything.
    @Test func theCorpusIsWhatItsGeneratorMakes() throws {
        let run = try PythonReader.run(["make_corpus.py", "--check"])
        #expect(run.status == 0, "\(run.output)")
    }
}
