#if Macros
import GraphCodableMacros
import Testing

/// A value as it comes back from an archive, which is checked on the way: it is sound, and what comes back gives the same bytes.
func copy<Value: GCodable>(_ value: Value, sourceLocation: SourceLocation = #_sourceLocation) throws -> Value {
    let bytes = try GraphEncoder().encode(value) as Bytes
    try GraphArchive(bytes).verify()
    let back = try GraphDecoder().decode(Value.self, from: bytes)
    #expect(try GraphEncoder().encode(back) as Bytes == bytes, sourceLocation: sourceLocation)
    return back
}

/// What a value becomes for a program that has another type in its place.
func migrate<Old: GCodable, New: GCodable>(_ value: Old, to type: New.Type) throws -> New {
    try GraphDecoder().decode(New.self, from: GraphEncoder(.disableInheritance).encode(value) as Bytes)
}
#endif
