import GraphCodable
import Testing

/// Expects that `body` throws an error of a type and a code.
///
/// - Returns: The error, for what else is expected of it.
@discardableResult
package func expectError<Failure: GraphError, Result>(
    _ type: Failure.Type, _ code: Failure.Code, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Result
) -> Failure? {
    do {
        _ = try body()
        Issue.record("Nothing was thrown; expected \(type) \(code).", sourceLocation: sourceLocation)
    } catch let error as Failure {
        #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
        return error
    } catch {
        Issue.record("\(error) was thrown; expected \(type) \(code).", sourceLocation: sourceLocation)
    }
    return nil
}
