// The modules that use trees need `Data` and `Date`, too.
#if canImport(FoundationEssentials)
@_exported import FoundationEssentials
#else
@_exported import Foundation
#endif
