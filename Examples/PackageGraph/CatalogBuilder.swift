/// Creates the graph of packages from the paragraphs of a control file.
struct CatalogBuilder {
    private var packages: [String: Package] = [:]
    /// The names in the order of the file, so that the same file always produces the same graph.
    private var names: [String] = []
    private var sections: [String: Section] = [:]
    private var maintainers: [String: Maintainer] = [:]

    /// Returns the graph of the packages in a control file.
    ///
    /// Entries of packages that are no longer installed, and further versions of a package, are left out.
    static func catalog(of text: String) -> Catalog {
        var builder = CatalogBuilder()
        var declarations: [(package: BinaryPackage, fields: ControlFile.Paragraph)] = []
        for var fields in ControlFile(text) {
            guard let package = builder.addPackage(fields) else { continue }
            fields = fields.filter { Dependency.Kind(rawValue: $0.key) != nil }
            declarations.append((package, fields))
        }
        // A package may depend on later ones, so dependencies have to wait until all packages are known.
        for (package, fields) in declarations {
            builder.addDependencies(fields, to: package)
        }
        return Catalog(packages: builder.names.compactMap { builder.packages[$0] })
    }

    private mutating func addPackage(_ fields: ControlFile.Paragraph) -> BinaryPackage? {
        guard let name = fields["Package"], packages[name] == nil else { return nil }
        if let status = fields["Status"], !status.hasSuffix(" installed") { return nil }

        let package = Self.packageClass(fields).init(name: name)
        package.version = fields["Version"] ?? ""
        package.architecture = fields["Architecture"] ?? ""
        package.summary = fields["Description"] ?? ""
        package.installedSize = fields["Installed-Size"].flatMap { Int($0) }
        package.section = fields["Section"].map { section($0) }
        package.maintainer = fields["Maintainer"].map { maintainer($0) }
        (package as? Application)?.isEssential = fields["Essential"] == "yes"
        (package as? Library)?.multiArch = fields["Multi-Arch"].flatMap { .init(rawValue: $0) } ?? .no
        add(package)
        return package
    }

    /// Returns the class of a package, as far as its section and name determine it.
    private static func packageClass(_ fields: ControlFile.Paragraph) -> BinaryPackage.Type {
        let name = fields["Package"] ?? ""
        // Sections outside the main area have the form `contrib/libs`.
        let section = fields["Section"]?.split(separator: "/").last ?? ""
        func isOne(of sections: Set<Substring>, _ suffixes: String...) -> Bool {
            sections.contains(section) || suffixes.contains { name.hasSuffix($0) }
        }
        if isOne(of: ["libdevel"], "-dev") { return DevelopmentPackage.self }
        if isOne(of: ["doc"], "-doc") { return Documentation.self }
        if isOne(of: ["libs", "oldlibs"]) { return Library.self }
        if isOne(of: ["fonts", "localization"], "-data", "-common") { return DataPackage.self }
        return Application.self
    }

    private mutating func addDependencies(_ fields: ControlFile.Paragraph, to package: BinaryPackage) {
        for kind in Dependency.Kind.allCases {
            for clause in fields[kind.rawValue]?.split(separator: ",") ?? [] {
                let alternatives = clause.split(separator: "|").map { alternative($0) }
                package.dependencies.append(Dependency(kind: kind, alternatives: alternatives, owner: package))
                if kind == .provides, let virtual = alternatives.first?.package as? VirtualPackage {
                    virtual.providers.append(package)
                }
            }
        }
        if let package = package as? DevelopmentPackage {
            package.library =
                package.dependencies.lazy.filter { $0.kind == .depends }
                .compactMap { $0.alternatives.first?.package as? Library }.first
        }
    }

    /// Parses `name:architecture (comparison version)`, of which only the name is required.
    private mutating func alternative(_ text: Substring) -> Alternative {
        let parts = text.split(separator: "(", maxSplits: 1)
        let names = (parts.first ?? "").trimmingSpaces.split(separator: ":", maxSplits: 1).map(String.init)
        var constraint: VersionConstraint?
        if parts.count == 2 {
            let words = parts[1].prefix { $0 != ")" }.split(separator: " ")
            if words.count == 2, let comparison = VersionConstraint.Comparison(rawValue: String(words[0])) {
                constraint = VersionConstraint(comparison: comparison, version: String(words[1]))
            }
        }
        return Alternative(
            package: package(names.first ?? ""),
            architecture: names.count == 2 ? names[1] : nil,
            constraint: constraint
        )
    }

    // MARK: Objects that are shared

    /// Returns the package with a name; a virtual one if the file does not describe it.
    private mutating func package(_ name: String) -> Package {
        if let package = packages[name] { return package }
        let package = VirtualPackage(name: name)
        add(package)
        return package
    }

    private mutating func add(_ package: Package) {
        packages[package.name] = package
        names.append(package.name)
    }

    private mutating func section(_ name: String) -> Section {
        if let section = sections[name] { return section }
        let section = Section(name: name)
        sections[name] = section
        return section
    }

    /// Parses `name <address>`.
    private mutating func maintainer(_ text: String) -> Maintainer {
        if let maintainer = maintainers[text] { return maintainer }
        let parts = text.split(separator: "<", maxSplits: 1)
        let maintainer = Maintainer(
            name: (parts.first ?? "").trimmingSpaces,
            address: parts.count == 2 ? String(parts[1].prefix { $0 != ">" }) : ""
        )
        maintainers[text] = maintainer
        return maintainer
    }
}
