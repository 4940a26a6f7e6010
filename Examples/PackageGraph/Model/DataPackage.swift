/// A package of fonts, translations and other files that programs use.
///
/// A subclass without stored properties needs no code: only its class is archived.
final class DataPackage: BinaryPackage {}
