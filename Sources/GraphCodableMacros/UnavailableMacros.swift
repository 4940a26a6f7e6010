#if !Macros
// Without the trait there is no plugin to expand the macros. These declarations say what is missing; otherwise the compiler
// only says that an attribute is unknown. Their plugin comes with the compiler, and expands them to nothing.

@available(*, unavailable, message: "Add traits: [\"Macros\"] where your Package.swift names GraphCodable.")
@attached(peer)
public macro GCodable(name: String = "", aliases: [String] = [], version: UInt32 = 0, readsNewer: Bool = false) =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@available(*, unavailable, message: "Add traits: [\"Macros\"] where your Package.swift names GraphCodable.")
@attached(accessor, names: named(willSet))
public macro CodingKey(_ key: String) =
    #externalMacro(module: "ObservationMacros", type: "ObservationIgnoredMacro")

@available(*, unavailable, message: "Add traits: [\"Macros\"] where your Package.swift names GraphCodable.")
@attached(accessor, names: named(willSet))
public macro CodableAlias(_ names: String...) =
    #externalMacro(module: "ObservationMacros", type: "ObservationIgnoredMacro")

@available(*, unavailable, message: "Add traits: [\"Macros\"] where your Package.swift names GraphCodable.")
@attached(accessor, names: named(willSet))
public macro CodableDefault<Value>(_ value: Value) =
    #externalMacro(module: "ObservationMacros", type: "ObservationIgnoredMacro")

@available(*, unavailable, message: "Add traits: [\"Macros\"] where your Package.swift names GraphCodable.")
@attached(accessor, names: named(willSet))
public macro CodableIgnored() =
    #externalMacro(module: "ObservationMacros", type: "ObservationIgnoredMacro")

@available(*, unavailable, message: "Add traits: [\"Macros\"] where your Package.swift names GraphCodable.")
@attached(peer)
public macro CodableFallback() =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@available(*, unavailable, message: "Add traits: [\"Macros\"] where your Package.swift names GraphCodable.")
@attached(accessor, names: named(willSet))
public macro CodableConvert<Former, Value>(from former: Former.Type, _ convert: (Former) throws -> Value) =
    #externalMacro(module: "ObservationMacros", type: "ObservationIgnoredMacro")

@available(*, unavailable, message: "Add traits: [\"Macros\"] where your Package.swift names GraphCodable.")
@attached(accessor, names: named(willSet))
public macro CodableObserved() =
    #externalMacro(module: "ObservationMacros", type: "ObservationIgnoredMacro")

@available(*, unavailable, message: "Add traits: [\"Macros\"] where your Package.swift names GraphCodable.")
@attached(accessor, names: named(willSet))
public macro CodableWrapper() =
    #externalMacro(module: "ObservationMacros", type: "ObservationIgnoredMacro")

@available(*, unavailable, message: "Add traits: [\"Macros\"] where your Package.swift names GraphCodable.")
@attached(peer)
public macro CodableIgnoredSuperclass() =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")
#endif
