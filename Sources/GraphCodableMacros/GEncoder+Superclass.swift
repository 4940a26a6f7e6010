#if Macros
// The macro does not see whether the first inherited type of a class is a superclass. If it is one, the compiler prefers the second
// method, and warns.

extension GEncoder {
    /// Does nothing. Generated code calls it.
    @inlinable
    public func archivesSuperclass<Inherited>(_ type: Inherited.Type) {}

    @available(
        *, deprecated,
        message: """
            What the superclass stores is not archived. Attach @GCodable to it, too, or declare that nothing needs it: \
            @CodableIgnoredSuperclass.
            """
    )
    @inlinable
    public func archivesSuperclass<Inherited: AnyObject>(_ type: Inherited.Type) {}
}
#endif
