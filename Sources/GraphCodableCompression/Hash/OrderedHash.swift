/// The hash of all plain bytes, made by several threads in turns.
///
/// Invariant: it is only touched in the ordered part of an ``OrderedPipeline``, and by the owner of that pipeline when no job is
/// in flight; the pipeline's lock is between one and the next.
final class OrderedHash {
    private var hash = XXH3()

    /// Adds the bytes of a job, which come after those of the job before.
    func update(_ bytes: UnsafeRawBufferPointer) {
        hash.update(bytes)
    }

    /// The hash of everything added so far.
    func digest() -> UInt64 {
        hash.digest()
    }
}
