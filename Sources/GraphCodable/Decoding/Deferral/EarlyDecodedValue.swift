/// A value that was decoded before the end, so that its owner could be hashed.
struct EarlyDecodedValue {
    let owner: UInt32
    /// The lengths of the journal before and after.
    let start: Int
    let end: Int
}
