import Testing

@testable import GraphCodable

/// Two classes with one name in archives.
@Suite struct NamesakeTests {
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
}
