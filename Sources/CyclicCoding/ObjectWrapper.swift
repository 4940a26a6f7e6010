/// A value that writes an object as its own contents, with more fields.
///
/// It is encoded and decoded as a reference to the object, so that the object keeps its identity.
package protocol ObjectWrapper {
    /// Whether the values of the type wrap objects.
    static var wrapsObjects: Bool { get }

    /// The object; `nil` if the type does not wrap objects.
    var wrappedObject: AnyObject? { get }

    /// Wraps an object that has been decoded; `nil` if it is of another class.
    init?(wrapping object: AnyObject)
}
