#if Macros
import Foundation
import Testing

/// For every declaration that Swift allows: what is archived, and who says so if it is less.
struct DeclarationTests {
    /// What the macro does with the property `p`.
    enum Outcome: Equatable {
        /// It is archived, and nothing is said.
        case archived
        /// It is not archived, and nothing is lost: it is computed, shared, or the same each time.
        case nothingToArchive
        /// It is archived, and the macro says something.
        case archivedWith(String)
        /// It is not archived, and the macro says so.
        case leftOutWith(String)

        var isError: Bool {
            if case .leftOutWith(let text) = self { text.hasPrefix("error") } else { false }
        }
    }

    private static let constant =
        "warning: 'p' is not archived, because it is a constant with an initial value: each decoded object gets a new value."
    private static let lazy =
        "warning: 'p' is not archived, because it is lazy: each decoded object computes it again."
    private static let waits =
        "warning: 'p' is set after 'init', so its observers run during decoding. They may overwrite what was decoded."
    private static let mayWait =
        "warning: If 'p' leads back to its own object, it is set after 'init', and its observers run. They may overwrite what was decoded."
    private static let observable =
        "warning: 'p' is observable and has an initial value, so its observers run during decoding. They may overwrite what was "
        + "decoded."
    private static let unsafe = Outcome.leftOutWith(
        "error: 'p' is not counted, so its object may be gone when it is archived. Write 'unowned' or 'weak', or leave the "
            + "property out with @CodableIgnored.")
    private static func overriding(_ accessors: String) -> Outcome {
        .leftOutWith(
            "warning: If 'p' leads back to its own object, the superclass sets it after 'init', and its \(accessors) run. They may "
                + "overwrite what was decoded.")
    }
    private static let pattern =
        "error: @GCodable cannot see the properties of a pattern. Declare each of them by itself."

    private static func refused(_ type: String, _ what: String, _ advice: String = ignore) -> Outcome {
        .leftOutWith("error: 'p' of type '\(type)' cannot be archived: \(what) has no archived form. \(advice)")
    }
    private static let ignore = "Leave the property out with @CodableIgnored, and give it an initial value."
    private static let structure = "Make it a struct, or leave the property out with @CodableIgnored."

    /// Declarations that mean the same in a structure and in a class.
    static let everywhere: [(String, Outcome)] = [
        ("let p: Int", .archived), ("var p: Int", .archived), ("var p = 1", .archived), ("var p = -1.5", .archived),
        ("var p = \"a\"", .archived), ("var p: Int? = nil", .archived), ("var p: Int?", .archived),
        ("var p: Int!", .archived), ("var p: Optional<Int>", .archived), ("var p = [1]", .archived),
        ("var p: [String: [Int]] = [:]", .archived), ("var p: State = .idle", .archived),
        ("var p = State()", .archived), ("var p: Box<Int>.Item", .archived), ("var p: Outer.Inner", .archived),
        ("var p: some Collection<Int> = [1]", .archived), ("var p: Self?", .archived),
        ("var p: any Shape", .archived), ("var p: [any Shape] = []", .archived), ("var p: Any", .archived),
        ("var p: (any Shape)?", .archived), ("var p: any Shape & Sendable", .archived), ("let p, q: Int", .archived),
        ("var q = 1, p: Int", .archived), ("var `p`: Int", .archived),
        ("var p: Int = 1 { didSet { print(1) } }", .archived), ("var p: Date? { willSet {} }", .archived),
        ("@CodingKey(\"key\") var p: Int", .archived), ("@CodableAlias(\"old\") var p: Int", .archived),
        ("@CodableDefault(3) let p: Int", .archived), ("@Clamped(0...3) var p = 1", .archived),
        ("@Clamped(wrappedValue: 1, 0...3) var p: Int", .archived),
        ("@CodableWrapper @Clamped(0...3) var p = 1", .archived),
        ("@CodableConvert(from: Int.self, { String($0) }) var p: String", .archived),
        ("@Clamped(0...3) var p: Int", .archived), ("@Clamped(0...3) var p", .archived),
        ("@Even var p: Int", .archived),
        ("@Even @Clamped(0...3) var p: Int", .archived), ("@CodableWrapper @Clamped(0...3) var p: Int", .archived),
        ("@CodableIgnored var (p, q) = (1, 2)", .nothingToArchive),
        ("@CodableIgnored @Even var p: Int", .nothingToArchive),
        ("var p: Swift.Int", .archived), ("var p: (Int)", .archived), ("var p: Swift.Optional<Swift.Int>", .archived),
        ("@available(macOS 20, *) var p: Int", .archived), ("@MainActor var p: Int", .archived),
        ("nonisolated(unsafe) var p: Int", .archived), ("@ObservationIgnored var p = 1", .archived),
        ("static var p = 1", .nothingToArchive), ("static let p = UUID()", .nothingToArchive),
        ("var p: Int { 1 }", .nothingToArchive), ("var p: Int { get { 1 } set {} }", .nothingToArchive),
        ("var p: Int { _read { yield q } }", .nothingToArchive), ("let p = 1", .nothingToArchive),
        ("let p = -1.5", .nothingToArchive), ("let p: State = .idle", .nothingToArchive),
        ("let p = [\"a\", \"b\"]", .nothingToArchive), ("let p = { UUID() }", .nothingToArchive),
        ("let (p, q) = (1, 2)", .nothingToArchive), ("@CodableIgnored var p = UUID()", .nothingToArchive),
        ("@CodableIgnored let p = UUID()", .nothingToArchive), ("@CodableIgnored lazy var p = 1", .nothingToArchive),
        ("let p: Date = .today", .leftOutWith(constant)), ("let p: UUID? = .fresh", .leftOutWith(constant)),
        ("let p: Date = .distantPast", .nothingToArchive), ("let p: Color = .red", .nothingToArchive),
        ("let p: String = .unique", .leftOutWith(constant)), ("let p: Code? = .random", .leftOutWith(constant)),
        ("let p: Locale = .current", .leftOutWith(constant)), ("let p = Calendar.current", .leftOutWith(constant)),
        ("let p = Code.make()", .leftOutWith(constant)), ("let p: Code = .make(3)", .leftOutWith(constant)),
        ("let p = Int.random(in: 0..<9)", .leftOutWith(constant)), ("let p = Counter()", .leftOutWith(constant)),
        ("let p = shared.count", .leftOutWith(constant)),
        ("let p = Date(timeIntervalSinceNow: 1)", .leftOutWith(constant)),
        ("let p = ProcessInfo.processInfo.globallyUniqueString", .leftOutWith(constant)),
        ("let p = Clock.system.now", .leftOutWith(constant)), ("let p = Clock.system.name", .nothingToArchive),
        ("let p = [1, 2].randomElement()!", .leftOutWith(constant)), ("let p = Data(count)", .leftOutWith(constant)),
        ("let p = Self.count\n    static var count = 0", .leftOutWith(constant)),
        ("let p = Self.limit\n    static let limit = 0", .nothingToArchive), ("let p = Color.red", .nothingToArchive),
        ("let p: Color? = Theme.Color.red", .nothingToArchive), ("let p: State = .new", .nothingToArchive),
        ("let p: String = .empty", .nothingToArchive), ("let p = [Int]()", .nothingToArchive),
        ("let p: [String: Int] = .init()", .nothingToArchive), ("let p = Set<Int>([1, 2])", .nothingToArchive),
        ("let p: Duration = .seconds(5)", .nothingToArchive), ("let p = Int32(5) + .max", .nothingToArchive),
        ("let p = CGSize(width: 1, height: 2)", .nothingToArchive), ("let p = Int?.none", .nothingToArchive),
        ("let p = Date(timeIntervalSince1970: 0)", .nothingToArchive), ("let p = \\Node.name", .nothingToArchive),
        ("let p = URL(string: \"a\") ?? URL(filePath: \"b\")", .nothingToArchive),
        ("let p = Box<Int>.zero", .nothingToArchive),
        ("let p = UUID(uuidString: \"00000000-0000-0000-0000-000000000000\")!", .nothingToArchive),
        ("let p = UUID()", .leftOutWith(constant)), ("let p: Date = .init()", .leftOutWith(constant)),
        ("let p = [UUID()]", .leftOutWith(constant)), ("let p: Int = { 3 }()", .leftOutWith(constant)),
        ("let p = State.make().id", .leftOutWith(constant)), ("let p = #line", .nothingToArchive),
        ("let p = 31 &* 7", .nothingToArchive), ("let p = 0...", .nothingToArchive),
        ("let p = \"\\(UUID())\"", .leftOutWith(constant)), ("lazy var p = 1", .leftOutWith(lazy)),
        ("lazy private var p: Int = { 3 }()", .leftOutWith(lazy)), ("var (p, q) = (1, 2)", .leftOutWith(pattern)),
        ("var p: () -> Void", refused("() -> Void", "a closure")),
        ("var p: (@Sendable (Int) -> Int)?", refused("(@Sendable (Int) -> Int)?", "a closure")),
        ("var p: [String: () -> Void] = [:]", refused("[String: () -> Void]", "a closure")),
        ("var p: (Int, Int)", refused("(Int, Int)", "a tuple", structure)),
        ("var p: [(Int, Int)] = []", refused("[(Int, Int)]", "a tuple", structure)),
        ("var p: Task<Void, Never>?", refused("Task<Void, Never>?", "a task")),
        (
            "#if DEBUG\n    var p = 1\n    #endif",
            .leftOutWith(
                "error: @GCodable does not see declarations inside #if. Move the property out, mark it with @CodableIgnored, or "
                    + "write init(from:) and encode(to:) by hand.")
        ),
    ]

    /// Declarations that only a class can have, or that mean something else there.
    static let inClasses: [(String, Outcome)] = [
        ("weak var p: Node?", .archived), ("weak let p: Node?", .archived), ("final var p = 1", .archived),
        ("@CodableObserved weak var p: Node? { didSet {} }", .archived), ("class var p: Int { 1 }", .nothingToArchive),
        ("override var p: Int { didSet {} }", .nothingToArchive),
        ("override var p: (Int) { didSet {} }", .nothingToArchive),
        ("override var p: Swift.Int? { get { 1 } set {} }", .nothingToArchive),
        ("override var p: Optional<Swift.Int> { willSet {} }", .nothingToArchive),
        ("override var p: Swift.Optional<[Foundation.Date]> { willSet {} }", .nothingToArchive),
        ("override var p: Node? { Node() }", .nothingToArchive),
        ("@CodableObserved override var p: Node? { get { nil } set {} }", .nothingToArchive),
        ("override var p: Node? { didSet {} }", overriding("observers")),
        ("override var p: Node? { get { nil } set {} }", overriding("accessors")),
        ("override var p: Node? { _read { yield nil } _modify { var q: Node?; yield &q } }", overriding("accessors")),
        // The macro cannot see that it is another name of a plain type.
        ("override var p: Alias { didSet {} }", overriding("observers")),
        ("weak var p: Node? { didSet {} }", .archivedWith(waits)),
        ("var p: State = .idle { didSet {} }", .archivedWith(mayWait)),
        ("var p: [Node] = [] { willSet {} }", .archivedWith(mayWait)),
        ("var p: Node { didSet {} }", .archived),
        ("var p: (Int)? { didSet {} }", .archived), ("var p: Swift.Int? = 1 { didSet {} }", .archived),
        ("unowned(unsafe) var p: Node? = nil", unsafe), ("unowned(unsafe) let p: Node", unsafe),
        ("@CodableIgnored unowned(unsafe) var p: Node? = nil", .nothingToArchive),
        ("unowned(safe) var p: Node?", .archived),
        (
            "unowned let p: Node",
            .archivedWith(
                "remark: 'p' is unowned, so something else must archive its object: otherwise encoding fails. It must be decoded "
                    + "at once: in a cycle, another reference has to wait. A weak variable can be nil and can wait.")
        ),
        (
            "weak var p: (any Shape)?",
            .leftOutWith(
                "error: 'p' is a reference of a protocol type that keeps nothing alive, which the macro cannot archive. Give it the "
                    + "type of a class, or leave it out with @CodableIgnored.")
        ),
        (
            "var p: T",
            .archivedWith(
                "warning: 'p' can lead back to its own object, but cannot be set later, because it has no initial value. Such an "
                    + "object could not be decoded.")
        ),
    ]

    /// The types that hold the property, and the conformances that they lack.
    private static let types: [(head: String, lacking: [String])] = [
        ("struct T", lackingAll), ("public struct T<Value>", lackingAll), ("final class T", lackingAll),
        ("open class T<Value: GCodable>: Identifiable", lackingAll), ("final class T: Node", []),
        ("@Observable final class T", lackingAll), ("@MainActor final class T", lackingAll),
    ]

    /// Returns what the macro does with each of the declarations, all of which are in one type.
    private static func outcomes(_ declarations: [String], in type: (head: String, lacking: [String])) throws
        -> [Outcome]
    {
        var lines = ["@GCodable", "\(type.head) {"]
        var places: [Range<Int>] = []
        for (index, declaration) in declarations.enumerated() {
            let named = declaration.replacing(/\b[pq]\b/) { "\($0.output)\(index)" }.components(separatedBy: "\n")
            places.append(lines.count + 1..<lines.count + named.count + 1)
            lines += named
        }
        let found = try Expansion((lines + ["}"]).joined(separator: "\n"), conformances: type.lacking)
        let code = found.code.replacing("`", with: "")
        return places.enumerated().map { index, place in
            let isArchived = code.contains("case p\(index)\n") || code.contains("case p\(index) = ")
            let texts = found.diagnostics.compactMap { diagnostic -> String? in
                let parts = diagnostic.description.split(separator: " ", maxSplits: 1)
                let line = parts[0].split(separator: ":").first.flatMap { Int($0) } ?? 0
                return place.contains(line) ? String(parts[1]).replacing("'p\(index)'", with: "'p'") : nil
            }
            guard let text = texts.first else { return isArchived ? .archived : .nothingToArchive }
            return isArchived && texts.count == 1 ? .archivedWith(text) : .leftOutWith(texts.joined(separator: "|"))
        }
    }

    @Test func everyDeclarationIsArchivedOrSpokenOf() throws {
        // Each kind of type with each declaration, and with one of the access levels.
        let start = Int.random(in: 0..<3)
        for (number, type) in Self.types.enumerated() {
            let table = Self.everywhere + (type.head.contains("class") ? Self.inClasses : [])
            let access = ["", "private ", "public internal(set) "][(start + number) % 3]
            let declarations = table.map { declaration, _ in
                guard !declaration.hasPrefix("#"), !declaration.contains("private") else { return declaration }
                // Access levels stand before the property itself.
                let place = [
                    "static ", "lazy ", "weak ", "unowned", "final ", "class ", "override ", "let ", "var ",
                ]
                .compactMap { declaration.range(of: $0)?.lowerBound }.min()
                var declaration = declaration
                declaration.insert(contentsOf: access, at: place ?? declaration.startIndex)
                return declaration
            }
            // After an error, the macro generates only what keeps the compiler from saying more.
            let wrong = table.indices.filter { table[$0].1.isError }
            let right = table.indices.filter { !table[$0].1.isError }
            let outcomes = try [wrong, right].flatMap { group in
                zip(group, try Self.outcomes(group.map { declarations[$0] }, in: type))
            }
            for (index, outcome) in outcomes {
                let declaration = declarations[index]
                // The accessor of an observable property with an initial value runs its observers in the initializer.
                let isObserved =
                    type.head.hasPrefix("@Observable") && declaration.contains(/[?=].*Set {/)
                    && !["CodableObserved", "override"].contains(where: declaration.contains)
                #expect(
                    outcome == (isObserved ? .archivedWith(Self.observable) : table[index].1),
                    "\(type.head): \(declaration)")
            }
        }
    }

    /// Payloads of cases, and what the macro says about them.
    @Test(arguments: [
        ("case p", nil), ("case p(Int)", nil), ("case p(_ x: Int)", nil), ("case p(x: Int = 3)", nil),
        ("indirect case p(E)", nil), ("case p(x: Int?, [String])", nil), ("case p(any Shape)", nil),
        (
            "case p(x: (Int, Int))",
            "error: The value 'x' of type '(Int, Int)' cannot be archived: a tuple has no archived form. Make it a struct, or write "
                + "the enum's methods by hand."
        ),
        (
            "case p(() -> Void)",
            "error: The value '_0' of type '() -> Void' cannot be archived: a closure has no archived form. Make it a struct, or "
                + "write the enum's methods by hand."
        ),
    ])
    func everyPayloadIsArchivedOrSpokenOf(_ declaration: String, _ message: String?) throws {
        let found = try Expansion("@GCodable\nenum E {\n    \(declaration)\n    case q\n}")
        let texts = found.diagnostics.map { String($0.description.split(separator: " ", maxSplits: 1)[1]) }
        #expect(texts == [message].compactMap { $0 })
        guard message == nil else { return }
        #expect(found.code.contains("encode(\"p\")"))
        if declaration.contains("(") {
            let count = declaration.split(separator: ",").count
            #expect(found.code.components(separatedBy: "try encoder.encode(").count - 3 == count)
        }
    }
}
#endif
