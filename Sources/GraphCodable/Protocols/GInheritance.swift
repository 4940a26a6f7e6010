/// A class that can switch off the storing of its instances' own class.
///
/// An instance whose inheritance is disabled is decoded as the class that the decoding program asks for. This makes it
/// possible to archive private and local classes, which cannot be found by name.
public protocol GInheritance: AnyObject {
    /// Whether this instance is archived without its class.
    var disableInheritance: Bool { get }
}
