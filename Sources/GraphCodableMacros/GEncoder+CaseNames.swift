#if Macros
// An enumeration that the macro takes for one without raw values calls this. Where it has some, the compiler prefers the second
// method, and warns.

extension GEncoder {
    /// Does nothing. Generated code calls it.
    @inlinable
    public func archivesCaseNames<Enumeration>(of type: Enumeration.Type) {}

    @available(
        *, deprecated,
        message: """
            The macro does not see these raw values, and archives the names of the cases. Write the raw type by its own name, \
            such as Int, or the raw values out.
            """
    )
    @inlinable
    public func archivesCaseNames<Enumeration: RawRepresentable>(of type: Enumeration.Type) {}
}
#endif
