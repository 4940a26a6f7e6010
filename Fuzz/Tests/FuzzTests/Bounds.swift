import TestSupport

/// How much processor time and memory an input may take. `make torture` measures both: a test that is run with others decides
/// nothing by time.
struct Bounds {
    /// The bounds of `GraphDecodingPolicy.strict`.
    static let strict = Bounds(seconds: 1, byteCount: 100 << 20)
    /// The bounds of the policy that is used when none is given.
    static let usual = Bounds(seconds: 5, byteCount: 500 << 20)

    /// Seconds of processor time of the thread.
    let seconds: Double
    /// By how many bytes the memory of the process may grow while an input is decoded.
    let byteCount: Int

    /// Whether so much time and memory is allowed.
    func allows(_ usage: Usage) -> Bool {
        usage.seconds <= seconds && usage.byteCount <= byteCount
    }
}
