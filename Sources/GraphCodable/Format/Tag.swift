/// The tag byte at the beginning of every value.
///
/// The members are computed so that they become constants in other modules.
@frozen @usableFromInline
enum Tag {
    /// Integers below this value are their own tag.
    @inlinable static var inlineIntegerLimit: UInt8 { 0x40 }
    /// A string of `tag - inlineString` bytes, 0 to 31.
    @inlinable static var inlineString: UInt8 { 0x40 }
    /// A closed composite of shape `tag - inlineComposite`, 0 to 31.
    @inlinable static var inlineComposite: UInt8 { 0x60 }
    @inlinable static var reference13: UInt8 { 0x80 }
    @inlinable static var reference21: UInt8 { 0xA0 }
    @inlinable static var `nil`: UInt8 { 0xC0 }
    @inlinable static var `false`: UInt8 { 0xC1 }
    @inlinable static var `true`: UInt8 { 0xC2 }
    @inlinable static var int8: UInt8 { 0xC3 }
    @inlinable static var int16: UInt8 { 0xC4 }
    @inlinable static var int32: UInt8 { 0xC5 }
    @inlinable static var int64: UInt8 { 0xC6 }
    @inlinable static var uint64: UInt8 { 0xC7 }
    @inlinable static var int128: UInt8 { 0xC8 }
    @inlinable static var uint128: UInt8 { 0xC9 }
    @inlinable static var float16: UInt8 { 0xCA }
    @inlinable static var float32: UInt8 { 0xCB }
    @inlinable static var float64: UInt8 { 0xCC }
    @inlinable static var string: UInt8 { 0xCD }
    @inlinable static var sequence: UInt8 { 0xCE }
    @inlinable static var map: UInt8 { 0xCF }
    /// A packed array of kind `tag - packed`; see ``PackedKind``.
    @inlinable static var packed: UInt8 { 0xD0 }
    @inlinable static var lastPacked: UInt8 { 0xDD }
    @inlinable static var reference32: UInt8 { 0xE0 }
    @inlinable static var conditionalReference: UInt8 { 0xE1 }
    @inlinable static var composite: UInt8 { 0xE2 }
    @inlinable static var openComposite: UInt8 { 0xE3 }
    @inlinable static var keyedItem: UInt8 { 0xE4 }
    @inlinable static var endOfComposite: UInt8 { 0xE5 }
    @inlinable static var some: UInt8 { 0xE6 }
    @inlinable static var binary: UInt8 { 0xE7 }
    @inlinable static var typed: UInt8 { 0xE8 }
    /// Marks a slot whose key the composite does not have.
    @inlinable static var absent: UInt8 { 0xE9 }
}
