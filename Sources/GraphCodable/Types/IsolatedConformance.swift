/// Detects conformances that are isolated to a global actor, such as that of `@MainActor class Note: @MainActor
/// GCodable`.
enum IsolatedConformance {
    /// Returns whether a type's conformance to `GDecodable` must be checked on each use, because it or that of a
    /// generic argument is or may be isolated.
    static func isPossible(_ type: any GDecodable.Type) -> Bool {
        isIsolated(type)
            || TypeNames.genericName(of: type)?.arguments.contains { argument in
                guard let argument else { return true }
                return (argument as? any GDecodable.Type).map { isPossible($0) } ?? false
            } ?? false
    }

    /// Returns whether a type's conformance to `GDecodable` is isolated to a global actor.
    static func isIsolated(_ type: any GDecodable.Type) -> Bool { isIsolated(existential: [type]) }

    /// Returns whether a type's conformance to `GEncodable` is isolated to a global actor.
    static func isEncodingIsolated(_ type: any GEncodable.Type) -> Bool { isIsolated(existential: [type]) }

    /// Returns whether the conformance of the only element, an existential metatype, is isolated.
    ///
    /// The first word of a witness table is the address of the conformance's descriptor, whose fourth word holds flags.
    /// Bit 19 indicates that the conformance is isolated (`ConformanceFlags::HasGlobalActorIsolation` in Swift's
    /// `MetadataValues.h`). Swift before 6.2 has no such conformances and never sets the bit.
    private static func isIsolated<Metatype>(existential: [Metatype]) -> Bool {
        #if _ptrauth(_arm64e)
        // The address of the descriptor is signed. Checking on each use is only slower.
        return true
        #else
        // An existential metatype consists of the address of the metadata and that of the witness table.
        return existential.withUnsafeBytes { words in
            words.load(fromByteOffset: MemoryLayout<UnsafeRawPointer>.size, as: UnsafeRawPointer.self)
                .load(as: UnsafeRawPointer.self)
                .load(fromByteOffset: 12, as: UInt32.self) & (1 << 19) != 0
        }
        #endif
    }

    /// Returns whether a type conforms to `GDecodable` in the caller's isolation. Only the general cast checks the actor,
    /// and not one from a type that the compiler knows to be a metatype, so this must not be optimized.
    @inline(never)
    @_optimize(none)
    static func holdsHere(_ type: Any) -> Bool {
        type is any GDecodable.Type
    }

    /// Returns the same for `GEncodable`.
    @inline(never)
    @_optimize(none)
    static func isEncodableHere(_ type: Any) -> Bool {
        type is any GEncodable.Type
    }
}
