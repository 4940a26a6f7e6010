import Foundation
import GraphCodable
import Testing

@testable import PackageGraph

extension Format: CustomTestStringConvertible {
    public var testDescription: String { name }
}

struct PackageGraphTests {
    /// The graph of the sample that comes with the example.
    private func sample() throws -> Catalog {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let path = root.appendingPathComponent("PackageGraph/Sample/status").path
        return CatalogBuilder.catalog(of: try Input.samplePackages(path: path).text)
    }

    private func roundTrip(_ catalog: Catalog) throws -> Catalog {
        try GraphDecoder().decode(Catalog.self, from: try GraphEncoder().encode(catalog) as Bytes)
    }

    private func package<T: Package>(_ name: String, in catalog: Catalog, as type: T.Type = T.self) throws -> T {
        try #require(catalog.packages.first { $0.name == name } as? T)
    }

    // MARK: The graph

    @Test func `the sample has cycles, virtual packages, alternatives and shared objects`() throws {
        let catalog = try sample()
        let libc = try package("libc6", in: catalog, as: Library.self)
        let libgcc = try package("libgcc-s1", in: catalog, as: Library.self)
        #expect(libc.dependencies.contains { $0.alternatives[0].package === libgcc })
        #expect(libgcc.dependencies.contains { $0.alternatives[0].package === libc })
        #expect(libc.dependencies.allSatisfy { $0.owner === libc })

        let awk = try package("awk", in: catalog, as: VirtualPackage.self)
        #expect(awk.providers.map(\.name) == ["mawk"])
        let tzdata = try package("tzdata", in: catalog, as: DataPackage.self)
        #expect(
            tzdata.dependencies.filter { $0.kind == .depends }.map { $0.alternatives.map(\.package.name) } == [
                ["debconf", "debconf-2.0"]
            ])

        let libz = try package("zlib1g", in: catalog, as: Library.self)
        #expect(libz.section === libc.section)
        #expect(try package("zlib1g-dev", in: catalog, as: DevelopmentPackage.self).library === libz)
        #expect(try package("bash", in: catalog, as: Application.self).isEssential)
    }

    @Test func `a control file is read paragraph by paragraph`() {
        let text = "\n\nPackage: a\nDepends: b,\n c (>= 1:2~),d:any [amd64]\nDescription: short\n long\n\n\nPackage: z"
        let paragraphs = Array(ControlFile(text))
        #expect(paragraphs.map { $0["Package"] } == ["a", "z"])
        #expect(paragraphs[0]["Description"] == "short")
        #expect(paragraphs[0]["Depends"] == "b, c (>= 1:2~),d:any [amd64]")
    }

    @Test func `odd and damaged paragraphs do not stop the reader`() {
        let text =
            "Package: a\nDepends: , (, | |b (>= , c (~~ 1), d:\nno colon\n\n folded\n\nVersion: 1\n\nPackage: a\n"
        let catalog = CatalogBuilder.catalog(of: text)
        #expect(catalog.packages.first?.name == "a")
    }

    @Test func `packages that are no longer installed are left out`() {
        let text = "Package: a\nStatus: deinstall ok config-files\n\nPackage: b\nStatus: install ok installed\n"
        #expect(CatalogBuilder.catalog(of: text).packages.map(\.name) == ["b"])
    }

    // MARK: Storing it

    @Test(arguments: Format.all) func `the sample comes back the same in every format`(format: Format) throws {
        let catalog = try sample()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent(format.fileName)

        try format.save(catalog, url)
        let loaded = try format.load(url)

        #expect(loaded !== catalog)
        #expect(try GraphComparison.requireSame(catalog, loaded) > 500)
        #expect(try format.encode(catalog) > 1000)
    }

    @Test func `a decoded graph with cycles is released with its catalog`() throws {
        weak var package: Package?
        weak var dependency: Dependency?
        do {
            let catalog = try roundTrip(sample())
            let libc = try self.package("libc6", in: catalog, as: Library.self)
            package = libc
            dependency = libc.dependencies.first
            #expect(package != nil && dependency != nil)
        }
        #expect(package == nil && dependency == nil)
    }

    @Test func `a weak reference to what is not in the archive comes back as nil`() throws {
        let package = DevelopmentPackage(name: "a-dev")
        let library = Library(name: "a")
        package.library = library
        let alone = try roundTrip(Catalog(packages: [package]))
        #expect(try self.package("a-dev", in: alone, as: DevelopmentPackage.self).library == nil)

        let together = try roundTrip(Catalog(packages: [package, library]))
        #expect(try self.package("a-dev", in: together, as: DevelopmentPackage.self).library === together.packages[1])
    }

    // MARK: The comparison finds differences

    /// Compares the sample with itself after a change to the second one.
    private func difference(_ change: (Catalog) throws -> Void) throws -> String? {
        let (first, second) = (try sample(), try sample())
        try change(second)
        do {
            try GraphComparison.requireSame(first, second)
            return nil
        } catch let difference as Difference {
            return difference.description
        }
    }

    @Test func `two readings of the sample are the same`() throws {
        #expect(try difference { _ in } == nil)
    }

    @Test func `the comparison finds a changed value`() throws {
        let found = try difference { try package("bash", in: $0, as: Application.self).version = "0" }
        #expect(found?.contains("Application bash") == true)
    }

    @Test func `the comparison finds an object that is not shared any more`() throws {
        let found = try difference {
            let bash = try package("bash", in: $0, as: Application.self)
            bash.section = bash.section.map { Section(name: $0.name) }
        }
        #expect(found?.contains("is shared in one graph and not in the other") == true)
    }

    @Test func `the comparison finds a lost edge and a lost weak reference`() throws {
        #expect(try difference { try package("bash", in: $0, as: Application.self).dependencies.removeLast() } != nil)
        #expect(
            try difference { try package("zlib1g-dev", in: $0, as: DevelopmentPackage.self).library = nil } != nil)
    }

    @Test func `the comparison finds another class`() throws {
        let first = Catalog(packages: [Application(name: "a")])
        let second = Catalog(packages: [BinaryPackage(name: "a")])
        #expect(throws: Difference.self) { try GraphComparison.requireSame(first, second) }
    }
}
