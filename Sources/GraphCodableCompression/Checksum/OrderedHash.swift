/// The hash of all plain bytes, to which several threads contribute in order.
///
/// Invariant: the hash is only used in the ordered part of an ``OrderedPipeline``, and by the pipeline's owner when no
/// job is in flight. The pipeline's lock separates these accesses.
final class OrderedHash {
    private var hash = XXH3()

    /// Adds the bytes of a job, which follow those of the previous job.
    func update(_ bytes: UnsafeRawBufferPointer) {
        hash.update(bytes)
    }

    /// Returns the hash of everything added so far.
    func digest() -> UInt64 {
        hash.digest()
    }
}
