// Gives the methods of `GEncoder` and `GDecoder` access to the bytes. Each field of each value passes through here. A
// dynamic call through the protocols' witness tables, or a reference count, would take a tenth of the time needed to
// encode a struct of scalars.

extension GEncoder {
    /// The writer behind this encoder.
    @inlinable @inline(__always)
    var _writer: _GraphWriter {
        let object = Unmanaged.passUnretained(self).toOpaque()
        guard isInstance(object, of: EncodingSession.self) else { isForeign("GEncoder") }
        // The class was just checked.
        return Unmanaged<EncodingSession>.fromOpaque(object)._withUnsafeGuaranteedRef { $0._writer }
    }
}

extension GDecoder {
    /// The reader behind this decoder.
    @inlinable @inline(__always)
    var _reader: _GraphReader {
        let object = Unmanaged.passUnretained(self).toOpaque()
        guard isInstance(object, of: DecodingSession.self) else { isForeign("GDecoder") }
        // The class was just checked.
        return Unmanaged<DecodingSession>.fromOpaque(object)._withUnsafeGuaranteedRef { $0._reader }
    }
}

@inlinable @inline(__always)
func isInstance(_ object: UnsafeMutableRawPointer, of class: AnyObject.Type) -> Bool {
    Unmanaged<AnyObject>.fromOpaque(object)._withUnsafeGuaranteedRef { type(of: $0) == `class` }
}

@usableFromInline @inline(never)
func isForeign(_ name: StaticString) -> Never {
    fatalError("A type of the program conforms to \(name). Use the one that encode(to:) or init(from:) gets instead.")
}
