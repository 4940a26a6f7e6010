import Testing

@testable import GraphCodable

struct TypeChecksTests {
    /// The fields of a composite with one value, which has been decoded or not.
    private func table(_ start: UnsafeRawPointer, isDecoded: Bool) -> FieldTable {
        FieldTable(fields: [FieldTable.Field(keyID: 1, position: start, isDecoded: isDecoded)], end: start + 4)
    }

    @Test func whatAnAttemptFoundIsTakenBackWithIt() {
        withUnsafeTemporaryAllocation(byteCount: 4, alignment: 1) { bytes in
            let start = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
            var checks = TypeChecks()
            checks.begin(level: 0, runningValueCount: 0, failure: start + 1)
            let results = checks.results
            // A value inside is tried as a type that leaves out the place of the failure.
            checks.begin(level: 1, runningValueCount: 0, failure: nil)
            #expect(checks.visit(level: 2, runningValueCount: 0) { table(start, isDecoded: false) } == 2)
            #expect(checks.otherType != nil)
            checks.end()
            #expect(checks.otherType != nil)
            checks.takeBack(to: results)
            #expect(checks.otherType == nil)
            // As another type it is read.
            #expect(checks.visit(level: 2, runningValueCount: 0) { table(start, isDecoded: true) } == 1)
            #expect(checks.otherType == nil)
            checks.end()
            #expect(checks.isEmpty && checks.results == 0)
        }
    }
}
