import Foundation
import Synchronization

/// Counts the changes of the repository, so that encoders and decoders can detect that their knowledge of types is
/// outdated.
private let repositoryChanges = Atomic<Int>(0)

/// The types that a program has registered by name.
///
/// Most programs need no registration: a class is archived under the name by which the Swift runtime finds it. Register
/// a type for one of three reasons:
///
/// - **Names.** A class that declares its own name with ``GNamed`` is found by that name wherever it has moved, once it
///   is registered. ``GDecodable/register(as:aliases:)`` names a class that declares no name.
/// - **An allow-list.** A decoder with ``GraphDecodingPolicy/AllowedTypes/registered`` instantiates only registered
///   types.
/// - **Private and local classes**, which the runtime cannot find by name.
///
/// ```swift
/// try Document.register(as: "Document", aliases: ["Doc"])
/// Page.register()
/// ```
///
/// The repository is shared by the whole process and is thread-safe. Register types when the program starts: a
/// registration during encoding or decoding takes effect from the next call on.
public final class GTypesRepository: Sendable {
    /// The repository of this process.
    public static let shared = GTypesRepository()

    let state = Mutex(State())
    private let isInitialized = Atomic<Bool>(false)

    private init() {}

    /// Clears the repository and takes the name of the main module from a file identifier.
    ///
    /// From then on, classes are archived under names in which an asterisk replaces the name of the main module. A
    /// program that has called this method, too, finds such a class in its own main module. Call this method from the
    /// main module, before you register types.
    ///
    /// From then on, the encoder also registers all types that it encounters, including private and local ones, so that
    /// a program can decode what it has encoded itself. Register private and local types that archives of other runs may
    /// hold.
    ///
    /// - Parameter fileID: A `#fileID` of the main module; by default that of the caller.
    public static func initialize(fromFileID fileID: String = #fileID) {
        initialize(mainModuleName: String(fileID.prefix { $0 != "/" }))
    }

    /// Clears the repository and sets the name of the main module.
    ///
    /// - Parameter name: The name of the module, which an asterisk will replace. An empty name resets the repository to
    ///   its state at program start, in which the encoder registers nothing.
    public static func initialize(mainModuleName name: String) {
        shared.change { $0 = State(mainModuleName: name.isEmpty ? nil : name) }
        shared.isInitialized.store(!name.isEmpty, ordering: .relaxed)
    }

    /// Returns the Swift code of a function that registers all types that are registered or have been encoded.
    ///
    /// - Returns: The code, with the names that the program chose. It cannot name private or local types, so you have to
    ///   correct them by hand.
    /// - Complexity: O(*n* log *n*) for *n* types.
    public func help() -> String {
        let (names, chosen) = state.withLock { ($0.allNames, $0.allChosenNames) }
        return RegistrationCode.make(for: names, chosenNames: chosen)
    }

    /// A number that changes whenever types may have got other names.
    static var generation: Int { repositoryChanges.load(ordering: .relaxed) }

    /// Registers a type that is being encoded, if the program has called `initialize()`.
    static func record(_ type: Any.Type) {
        guard isInitialized, !isNative(type) else { return }
        let name = TypeNames.readableName(of: type)
        shared.state.withLock { _ = $0.encodedNames.insert($0.stableName(name)) }
        if let type = type as? any GDecodable.Type, !isRegistered(type) {
            shared.register(type, isEncountered: true)
        }
    }

    /// Returns the name under which a type is archived instead of its runtime name, if any.
    static func archiveName(of type: Any.Type) -> String? {
        if let name = registeredName(of: type) {
            return name
        }
        guard let name = DeclaredNames.archiveName(of: type) ?? TypeNames.portableName(of: type) else { return nil }
        let mustFind = TypeNames.portableName(of: type) != nil || TypeNames.genericName(of: type) != nil
        // Decoders find some generic types only by their mangled names, such as `Box<(Int, Date)>`.
        return mustFind && !TypeNames.finds(type, by: name) ? nil : name
    }

    /// Returns the name that registration has given a type instead of its runtime name, if any.
    static func registeredName(of type: Any.Type) -> String? {
        guard generation > 0 else { return nil }
        return shared.state.withLock { $0.entries[ObjectIdentifier(type)]?.archiveName }
    }

    /// Returns the names that the program chose when it registered a type, the current one first.
    static func chosenNames(of type: Any.Type) -> [String] {
        guard generation > 0 else { return [] }
        return shared.state.withLock { $0.entries[ObjectIdentifier(type)]?.chosenNames ?? [] }
    }

    /// Records that a type is archived under a name.
    ///
    /// - Returns: Another type that already has the name, if any.
    static func claim(_ name: String, for type: Any.Type) -> Any.Type? {
        let owner: Any.Type? = shared.state.withLock { state in
            if let owner = state.types[name], owner != ObjectIdentifier(type) {
                return state.entries[owner]?.type
            }
            return state.declaredNames[name]
        }
        if let owner {
            return owner == type ? nil : owner
        }
        // Asking the runtime takes long, and needs no lock. It is done once for each name.
        if let other = DeclaredNames.namesake(of: type, name) {
            return other
        }
        return shared.state.withLock { state in
            let owner = state.declaredNames[name] ?? type
            state.declaredNames[name] = owner
            return owner == type ? nil : owner
        }
    }

    /// Whether the program has called `initialize()`.
    static var isInitialized: Bool { shared.isInitialized.load(ordering: .relaxed) }

    /// Returns a name from an archive with the main module of this program in place of the asterisks, if it has any.
    static func expandedName(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "*")), let module = shared.state.withLock({ $0.mainModuleName }) else {
            return name
        }
        return StableName.expanded(name, mainModuleName: module)
    }

    static func isRegistered(_ type: Any.Type) -> Bool {
        isNative(type) || shared.state.withLock { $0.entries[ObjectIdentifier(type)] != nil }
    }

    func change<Result>(_ body: (inout State) throws -> sending Result) rethrows -> sending Result {
        defer { repositoryChanges.add(1, ordering: .relaxed) }
        return try state.withLock { state throws -> sending Result in try body(&state) }
    }

    /// Types that need no registration: numbers, strings and data. The integers of 128 bits
    /// need none either, but are not in the lists that people read.
    static var nativeTypes: [any GDecodable.Type] {
        [
            Bool.self, Data.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
            String.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
        ]
    }

    static let nativeNames = nativeTypes.map { TypeNames.readableName(of: $0) }.sorted()

    static func isNative(_ type: Any.Type) -> Bool {
        (type as? any GEncodable.Type)?._packedKind != nil || type == Data.self || type == String.self
    }
}

extension GTypesRepository {
    struct Entry {
        let type: any GDecodable.Type
        /// The name in archives, or `nil` if it is the runtime name.
        let archiveName: String?
        let stableName: String
        /// The names that the program chose for the type: the name in archives, and its aliases.
        var chosenNames: [String] = []
    }

    struct State: @unchecked Sendable {
        var mainModuleName: String?
        var entries: [ObjectIdentifier: Entry] = [:]
        /// The types that the names and aliases in archives identify.
        var types: [String: ObjectIdentifier] = [:]
        /// The registered types and the types that others have replaced, by mangled name.
        var mangledTypes: [String: Any.Type] = [:]
        var replacements: [ObjectIdentifier: ObjectIdentifier] = [:]
        /// The names of the replaced types, for archives and for people.
        var replacedNames: [String: ObjectIdentifier] = [:]
        /// The replaced types, by the names that the program chose for them.
        var replacedTypes: [String: Any.Type] = [:]
        var encodedNames: Set<String> = []
        /// The types that have been encoded under their own declared names.
        var declaredNames: [String: Any.Type] = [:]

        func stableName(_ qualifiedName: String) -> String {
            StableName.make(from: qualifiedName, mainModuleName: mainModuleName)
        }

        var allNames: [String] {
            Set(entries.values.map(\.stableName)).union(encodedNames).sorted()
        }

        /// The names that the program chose, by the stable name of the type.
        var allChosenNames: [String: [String]] {
            let entries = entries.values.filter { !$0.chosenNames.isEmpty }
            return Dictionary(entries.map { ($0.stableName, $0.chosenNames) }, uniquingKeysWith: { first, _ in first })
        }
    }
}

extension GTypesRepository: CustomStringConvertible {
    /// The main module's name, the native and registered types, and the replacements of types.
    public var description: String {
        let (module, names, replacements) = state.withLock { state in
            (
                state.mainModuleName, state.allNames,
                state.replacedNames.compactMap { old, new in
                    state.entries[new].map { "\"\(old)\": \"\($0.stableName)\"" }
                }.sorted()
            )
        }
        let native = stride(from: 0, to: Self.nativeNames.count, by: 4).map { start in
            Self.nativeNames[start...].prefix(4).map { "\"\($0)\"" }.joined(separator: ", ")
        }
        func list(_ lines: [String]) -> String {
            lines.isEmpty ? "[]" : "[\n" + lines.map { "\t\t" + $0 }.joined(separator: ",\n") + "\n\t]"
        }
        return """
            GTypesRepository(
            \t* = "\(module ?? "")",
            \tnativeTypes = \(list(native)),
            \tregisteredTypes = \(list(names.map { "\"\($0)\"" })),
            \ttypeReplacementsTable = \(list(replacements))
            )
            """
    }
}
