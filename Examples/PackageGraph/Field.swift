/// A stored property of an object, in the form that the comparison needs.
enum Field {
    case text(String?)
    case number(Int?)
    case reference(AnyObject?)

    /// Returns all stored properties of an object of the graph.
    static func fields(of object: AnyObject) -> [Field] {
        switch object {
        case let catalog as Catalog: catalog.packages.map { .reference($0) }
        case let package as BinaryPackage: fields(of: package)
        case let package as VirtualPackage: [.text(package.name)] + package.providers.map { .reference($0) }
        case let section as Section: [.text(section.name)]
        case let maintainer as Maintainer: [.text(maintainer.name), .text(maintainer.address)]
        case let dependency as Dependency: fields(of: dependency)
        default: preconditionFailure("\(type(of: object)) has no fields to compare; add it here")
        }
    }

    private static func fields(of package: BinaryPackage) -> [Field] {
        var fields: [Field] = [
            .text(package.name), .text(package.version), .text(package.architecture), .text(package.summary),
            .number(package.installedSize), .reference(package.section), .reference(package.maintainer),
        ]
        fields += package.dependencies.map { .reference($0) }
        switch package {
        case let application as Application: fields.append(.number(application.isEssential ? 1 : 0))
        case let library as Library: fields.append(.text(library.multiArch.rawValue))
        case let development as DevelopmentPackage: fields.append(.reference(development.library))
        default: break
        }
        return fields
    }

    private static func fields(of dependency: Dependency) -> [Field] {
        var fields: [Field] = [.text(dependency.kind.rawValue), .reference(dependency.owner)]
        for alternative in dependency.alternatives {
            fields += [
                .reference(alternative.package), .text(alternative.architecture),
                .text(alternative.constraint?.comparison.rawValue), .text(alternative.constraint?.version),
            ]
        }
        return fields
    }
}
