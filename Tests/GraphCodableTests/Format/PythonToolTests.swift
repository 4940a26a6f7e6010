import Foundation
import TestSupport
import Testing

/// The reader and the writers in Python pass their own tests, and the corpus is what they make.
@Suite(.enabled(if: PythonReader.python != nil)) struct PythonToolTests {
    @Test(arguments: ["Python/tests/reference", "Laboratory"]) func theReaderInPythonPassesItsTests(folder: String)
        throws
    {
        let run = try PythonReader.run(["-m", "unittest", "discover", "-s", folder])
        #expect(run.status == 0, "\(run.text + run.errors)")
    }
}
