/// A class whose methods the macro `@GCodable` has generated. Do not conform to it by hand.
///
/// The methods know only the stored properties of the class and its superclasses. A subclass without the macro inherits
/// them, and its own properties would be lost.
public protocol _GCodableClass: AnyObject {
    /// The class for which the methods were generated.
    static var _codedClass: AnyClass { get }
}
