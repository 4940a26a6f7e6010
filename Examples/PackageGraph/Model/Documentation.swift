/// A package to be read.
final class Documentation: BinaryPackage {}
