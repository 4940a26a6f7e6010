/// An object without a record, which is retained until everything has been decoded.
struct ObjectInPlace {
    private let object: Unmanaged<AnyObject>
    /// The offset of the object in the archive.
    let start: Int

    init(_ object: AnyObject, at start: Int) {
        self.object = Unmanaged.passRetained(object)
        self.start = start
    }

    /// Releases the object. No other method may be called afterwards.
    func release() { object.release() }

    var hasUnownedReferences: Bool { ReferenceCounts.hasUnowned(object) }

    /// Whether unowned references lead to the object, which nothing else holds.
    var isLost: Bool { ReferenceCounts.isOnlyStrong(object) && hasUnownedReferences }
}
