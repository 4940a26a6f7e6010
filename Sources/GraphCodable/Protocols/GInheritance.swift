/// A class that can omit the class of its instances from archives.
///
/// An instance with disabled inheritance is decoded as the class that the decoding program requests. This lets you
/// archive private and local classes, which cannot be found by name.
public protocol GInheritance: AnyObject {
    /// A Boolean value that indicates whether this instance is archived without its class.
    var disableInheritance: Bool { get }
}
