#if Macros
import GraphCodableMacros
import Testing

/// Versions in hierarchies: one for a class and its subclasses.
struct HierarchyMigrationTests {
    /// What an older program had in place of a class.
    class Old {
        enum Key: String { case number, text }

        init() {}

        required init(from decoder: any GDecoder) throws {}

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(1, for: Key.number)
            try encoder.encode("t", for: Key.text)
        }
    }

    final class OldBase: Old, GCodable, GObsolete {
        static var replacementType: any GDecodable.Type { Base.self }

        override func encode(to encoder: any GEncoder) throws { try encoder.encode(1, for: Key.number) }
    }

    final class OldDerived: Old, GCodable, GObsolete {
        static var replacementType: any GDecodable.Type { Derived.self }
    }

    final class OldWritten: Old, GCodable, GObsolete {
        static var replacementType: any GDecodable.Type { Written.self }
    }

    final class OldVersioned: Old, GCodable, GObsolete {
        static var replacementType: any GDecodable.Type { Versioned.self }
    }

    /// It counted versions of its own, and was at a higher one.
    final class OldNewer: Old, GCodable, GObsolete, GVersion {
        static var replacementType: any GDecodable.Type { Versioned.self }
        static var encodeVersion: UInt32 { 5 }
    }

    @GCodable(version: 3)
    class Base {
        var number = 2
        @CodableIgnored private(set) var migrations: [UInt32] = []

        init() {}

        func migrate(from version: UInt32, _ decoder: any GDecoder) throws { migrations.append(version) }
    }

    @GCodable
    class Derived: Base {
        var text = "u"

        override init() { super.init() }
    }

    /// Written by hand, with a method of its own in place of the superclass's.
    final class Written: Derived {
        override init() { super.init() }

        required init(from decoder: any GDecoder) throws { try super.init(from: decoder) }

        override func migrate(from version: UInt32, _ decoder: any GDecoder) throws {
            try super.migrate(from: version + 10, decoder)
        }
    }

    @GCodable
    class Plain {
        var number = 1

        init() {}
    }

    /// The superclass has no version.
    @GCodable(version: 1)
    final class Versioned: Plain {
        var text = "t"
        @CodableIgnored private(set) var migrations: [UInt32] = []

        override init() { super.init() }

        func migrate(from version: UInt32, _ decoder: any GDecoder) throws { migrations.append(version) }
    }

    @Test func anObjectOfASubclassMigratesOnce() throws {
        #expect(Derived.encodeVersion == 3)
        #expect(try migrate(OldBase(), to: Base.self).migrations == [0])
        let derived = try migrate(OldDerived(), to: Derived.self)
        #expect(derived.migrations == [0] && derived.number == 1 && derived.text == "t")
        #expect(try migrate(OldWritten(), to: Written.self).migrations == [10])
    }

    @Test func anObjectOfTheSameVersionDoesNotMigrate() throws {
        #expect(try copy(Base()).migrations == [])
        #expect(try copy(Derived()).migrations == [])
        #expect(try copy(Written()).migrations == [])
        #expect(try copy(Versioned()).migrations == [])
    }

    @Test func aSubclassMayHaveTheOnlyVersion() throws {
        #expect(try migrate(OldVersioned(), to: Versioned.self).migrations == [0])
        let replacing = try GraphDecoder().decode(Versioned.self, from: GraphEncoder().encode(OldNewer()) as Bytes)
        #expect(replacing.migrations == [5])
    }
}
#endif
