import GraphCodable
import TestSupport
import Testing

/// The version is asked for with a type.
struct EncodedVersionTests {
    enum Key: String { case value }

    class Base: GCodable, GVersion {
        class var encodeVersion: UInt32 { 3 }
        var versions: [String] = []
        init() {}
        required init(from decoder: GDecoder) throws {
            for type in [Base.self, Derived.self, Other.self, Value.self] as [any GDecodable.Type] {
                do {
                    versions.append("\(try decoder.encodedVersion(type))")
                } catch let error as GraphCodableError {
                    versions.append(error.message)
                }
            }
        }
        func encode(to encoder: GEncoder) throws {}
    }

    final class Derived: Base {
        override class var encodeVersion: UInt32 { 5 }
    }

    final class Other: GCodable {
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    struct Value: GCodable {
        static var encodeVersion: UInt32 { 7 }
        var versions: [String] = []
        init() {}
        init(from decoder: GDecoder) throws {
            versions.append("\(try decoder.encodedVersion(Value.self))")
            versions.append("\((try? decoder.encodedVersion(Base.self)).map { "\($0)" } ?? "misuse")")
        }
        func encode(to encoder: GEncoder) throws {}
    }

    private func refusal(_ asked: String, _ decoded: String) -> String {
        """
        The version of GraphCodableTests.EncodedVersionTests.\(asked) was requested while a value of type \
        GraphCodableTests.EncodedVersionTests.\(decoded) is being decoded. Pass the type that init(from:) belongs to.
        """
    }

    @Test func aClassAndItsSuperclassesHaveTheVersionOfTheInstance() throws {
        let derived = try GraphDecoder().decode(Base.self, from: try GraphEncoder().encode(Derived()) as Bytes)
        #expect(derived.versions == ["5", "5", refusal("Other", "Derived"), "5"])
        let base = try GraphDecoder().decode(Base.self, from: try GraphEncoder().encode(Base()) as Bytes)
        #expect(base.versions == ["3", refusal("Derived", "Base"), refusal("Other", "Base"), "3"])
    }

    @Test func aValueHasNoVersionOfAClass() throws {
        let value = try GraphDecoder().decode(Value.self, from: try GraphEncoder().encode(Value()) as Bytes)
        #expect(value.versions == ["7", "misuse"])
    }

    /// The version does not depend on how the encoder treats classes.
    @Test func aVersionIsStoredWithEveryOption() throws {
        for options in GraphEncoder.Options.singlesAndPairs {
            let base = try GraphDecoder().decode(Base.self, from: try GraphEncoder(options).encode(Base()) as Bytes)
            #expect(base.versions.first == "3", "\(options)")
            let value = try GraphDecoder().decode(Value.self, from: try GraphEncoder(options).encode(Value()) as Bytes)
            #expect(value.versions.first == "7", "\(options)")
        }
    }
}
