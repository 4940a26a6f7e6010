import Testing

@testable import GraphCodable

/// Two classes with one name in archives.
struct NamesakeTests {
    final class First: GCodable, GNamed {
        static let archiveName: ArchiveName = "NamesakeTests.Both"
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    final class Second: GCodable, GNamed {
        static let archiveName: ArchiveName = "NamesakeTests.Both"
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    @Test func theSecondIsFoundAtRegistrationAndRefusedInAnyArchiveOfTheProcess() throws {
        let repository = GTypesRepository.shared
        let name = First.archiveName.name
        #expect(repository.namesake(of: First.self, named: name) == nil)
        _ = try GraphEncoder().encode(First()) as Bytes
        #expect(repository.namesake(of: First.self, named: name) == nil)
        #expect(repository.namesake(of: Second.self, named: name) == First.self)
        First.register()
        #expect(repository.namesake(of: Second.self, named: name) == First.self)
        let error = try #require(throws: GraphCodableError.self) { try GraphEncoder().encode(Second()) as Bytes }
        #expect(
            error.message == """
                GraphCodableTests.NamesakeTests.Second and GraphCodableTests.NamesakeTests.First have the same name in archives, \
                'NamesakeTests.Both'. Give one of them another name.
                """)
    }

    class Shape: GCodable {
        class var archiveName: ArchiveName { "GraphCodableTests.NamesakeTests.Former" }
        class var replacementType: GDecodable.Type { self }
        init() {}
        required init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    final class Plain: Shape {}

    final class Former: Shape {
        override class var replacementType: GDecodable.Type { Newer.self }
    }

    final class Usurper: Shape, GNamed {
        override class var archiveName: ArchiveName { "GraphCodableTests.NamesakeTests.Plain" }
    }

    final class Newer: Shape, GNamed {}

    @Test func aChosenNameIsNotThatOfAClassWithoutOne() throws {
        let error = try #require(throws: GraphCodableError.self) { try GraphEncoder().encode([Usurper()]) as Bytes }
        #expect(
            error.code == .misuse
                && error.message == """
                    GraphCodableTests.NamesakeTests.Usurper and GraphCodableTests.NamesakeTests.Plain have the same name in archives, \
                    'GraphCodableTests.NamesakeTests.Plain'. Give one of them another name.
                    """
        )
        // A class that another one replaces keeps its name for it.
        let archive = try GraphEncoder().encode([Newer()] as [Shape]) as Bytes
        #expect(type(of: try GraphDecoder().decode([Shape].self, from: archive)[0]) == Newer.self)
    }
}
