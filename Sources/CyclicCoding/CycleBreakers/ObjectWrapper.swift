/// A value that writes an object as its own contents, with more fields.
///
/// It is encoded and decoded as a reference to the object, so that the object keeps its identity.
package protocol ObjectWrapper {
    /// The class of the objects; `nil` if the type does not wrap objects.
    static var wrappedClass: AnyClass? { get }

    /// The object; `nil` if the type does not wrap objects.
    var wrappedObject: AnyObject? { get }

    /// Wraps an object that has been decoded; `nil` if it is of another class.
    init?(wrapping object: AnyObject)
}
