extension GEncodable where Self: AnyObject {
    /// A Boolean value that indicates whether instances of the class can be archived with their class.
    ///
    /// The value is `false` for private and local classes, which the decoder cannot find by name. Disable inheritance
    /// for such a class with ``GInheritance``, or register it with ``GTypesRepository``.
    public static var supportsCodableInheritance: Bool {
        GTypesRepository.registeredName(of: self) != nil || TypeNames.isConstructible(self)
    }

    /// A Boolean value that indicates whether this instance can be archived with its own class.
    public var supportsCodableInheritance: Bool {
        (type(of: self) as any (GEncodable & AnyObject).Type).supportsCodableInheritance
    }
}
