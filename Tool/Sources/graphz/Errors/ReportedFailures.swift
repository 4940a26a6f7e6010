/// Failures that have already been printed.
struct ReportedFailures: Error {
    /// The status of the first failure.
    let status: ExitStatus
}
