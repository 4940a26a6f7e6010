import GraphCodable

/// Adds a path to the errors of both libraries that `body` throws.
func addingPathToErrors<Result>(_ path: String?, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as GraphContainerError {
        throw error.naming(path)
    } catch let error as GraphCodableError {
        throw error.naming(path)
    }
}
