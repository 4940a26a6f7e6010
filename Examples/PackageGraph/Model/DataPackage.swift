/// A package of fonts, translations and other files that programs use.
///
/// A subclass that stores nothing of its own has nothing to write: its class alone is remembered.
final class DataPackage: BinaryPackage {}
