/// A package of documentation.
final class Documentation: BinaryPackage {}
