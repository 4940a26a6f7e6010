extension GEncodable where Self: AnyObject {
    /// Whether instances of the class can be archived as what they are.
    ///
    /// False for a private or local class, which cannot be found by its name when it is decoded. Disable the inheritance
    /// of such a class with ``GInheritance``, or register it with ``GTypesRepository``.
    public static var supportsCodableInheritance: Bool {
        GTypesRepository.registeredName(of: self) != nil || TypeNames.isConstructible(self)
    }

    /// Whether this instance can be archived as an instance of its own class.
    public var supportsCodableInheritance: Bool {
        let type = type(of: self) as any (GEncodable & AnyObject).Type
        return GTypesRepository.registeredName(of: type) != nil || TypeNames.isConstructible(type)
    }
}
