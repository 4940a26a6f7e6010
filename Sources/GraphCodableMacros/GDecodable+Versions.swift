#if Macros
// A subclass decodes some of its properties before its superclass checks the version. The macro does not see whether the superclass
// has one. Where it has, the compiler prefers the method of the class.

extension GDecodable where Self: AnyObject {
    /// Does nothing. Generated code calls it.
    @inlinable
    public static func _refuseNewer(_ decoder: any GDecoder) throws {}
}
#endif
