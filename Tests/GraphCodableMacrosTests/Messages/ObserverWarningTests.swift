#if Macros
import Testing

/// What the macro says about observers that run during decoding.
struct ObserverWarningTests {
    @Test func observersThatRunDuringDecodingAreWarnedOf() throws {
        try expectDiagnostics(
            """
            @GCodable
            final class Node {
                weak var parent: Node? { didSet { selected = nil } }
                var state: State = .idle { willSet {} }
                var count: Int? { didSet {} }
                init() {}
            }
            """,
            [
                .init(
                    """
                    3:14 warning: 'parent' is set after 'init', so its observers run during decoding. They may overwrite what was \
                    decoded.
                    """, fixIt: "let the observers of 'parent' run"),
                .init(
                    """
                    4:9 warning: If 'state' leads back to its own object, it is set after 'init', and its observers run. They may \
                    overwrite what was decoded.
                    """, fixIt: "let the observers of 'state' run"),
            ],
            fixed: """
                @GCodable
                final class Node {
                    @CodableObserved weak var parent: Node? { didSet { selected = nil } }
                    @CodableObserved var state: State = .idle { willSet {} }
                    var count: Int? { didSet {} }
                    init() {}
                }
                """)
    }

    @Test func observersBehindAnAccessorAreWarnedOf() throws {
        let end = "so its observers run during decoding. They may overwrite what was decoded."
        try expectDiagnostics(
            """
            @GCodable
            struct Account {
                @Clamped(0...9) var balance = 0 { didSet {} }
                @Clamped(0...9) var first: Int { didSet {} }
                @CodableWrapper @Clamped(0...9) var whole = 0 { didSet {} }
                @CodableObserved @Clamped(0...9) var wanted = 0 { didSet {} }
            }
            """,
            [
                .init(
                    "3:25 warning: 'balance' has a wrapper with a value, \(end)",
                    fixIt: "let the observers of 'balance' run"),
                .init(
                    "4:25 warning: 'first' has a wrapper with a value, \(end)",
                    fixIt: "let the observers of 'first' run"),
            ])
        try expectDiagnostics(
            """
            @Observable @GCodable
            final class Model {
                var count = 0 { didSet {} }
                @ObservationIgnored var hidden = 0 { didSet {} }
                @CodableWrapper @Clamped(0...9) var whole = 0 { didSet {} }
                init() {}
            }
            """,
            [
                .init(
                    "3:9 warning: 'count' is observable and has an initial value, \(end)",
                    fixIt: "let the observers of 'count' run")
            ])
        try expectDiagnostics(
            """
            @GCodable @CodableIgnoredSuperclass
            final class Leaf: Node {
                override var peer: Node? { didSet {} }
                override var count: Int { didSet {} }
                override var title: Title { Title() }
                @CodableObserved override var last: Node? { didSet {} }
                override init() { super.init() }
            }
            """,
            [
                .init(
                    """
                    3:18 warning: If 'peer' leads back to its own object, the superclass sets it after 'init', and its observers \
                    run. They may overwrite what was decoded.
                    """, fixIt: "let the observers of 'peer' run")
            ])
    }
}
#endif
