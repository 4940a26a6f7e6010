#if canImport(ObjectiveC)
import ObjectiveC
#endif

/// Reads the reference counts of objects, to detect whether the program has kept a reference.
enum ReferenceCounts {
    /// Returns whether a reference is the only one to an object: strong, weak or unowned.
    @inline(__always)
    static func isOnly<Object: AnyObject>(_ object: Unmanaged<Object>) -> Bool {
        guard isOnlyStrong(object) else { return false }
        // Both counts are 1 for an object that only strong references lead to.
        return object._withUnsafeGuaranteedRef { _getUnownedRetainCount($0) == 1 && _getWeakRetainCount($0) == 1 }
    }

    /// Returns whether a reference is the only strong one to an object, which may have weak and unowned references.
    @inline(__always)
    static func isOnlyStrong<Object: AnyObject>(_ object: Unmanaged<Object>) -> Bool {
        var reference = object.takeRetainedValue()
        let isUnique = isKnownUniquelyReferenced(&reference)
        _ = Unmanaged.passRetained(reference)
        return isUnique
    }

    /// Returns whether there are unowned references to an object: besides the one that all strong references count as, or, if it
    /// has been deallocated, besides the caller's own. Those to an `NSObject` are not found.
    static func hasUnowned(_ object: Unmanaged<AnyObject>) -> Bool {
        object._withUnsafeGuaranteedRef { object in
            #if canImport(ObjectiveC)
            // Such an object has its first property where others have their counts. The type is read without retaining the
            // object, which may have been deallocated.
            guard !(type(of: object) is NSObject.Type) else { return false }
            #endif
            return _getUnownedRetainCount(object) > 1
        }
    }
}
