extension UnsafeRawPointer {
    /// An address for the bytes of memory that has none.
    static var nowhere: UnsafeRawPointer { UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped }
}
