/// The names of types in archives, which are the same on every platform.
///
/// Foundation is one module on Apple platforms and several elsewhere, and some of its types belong to C. In archives, all of its
/// types are in the module `Foundation`.
enum PortableNames {
    /// Returns a type's qualified name, as the runtime of any platform returns it, with the modules that types of Foundation
    /// have in archives.
    static func portable(_ name: String) -> String {
        guard marks.contains(where: { name.contains($0) }) else { return name }
        var (result, rest) = ("", name[...])
        while let first = rest.first {
            guard !separators.contains(first) else {
                result.append(rest.removeFirst())
                continue
            }
            let path = rest.prefix { !separators.contains($0) }
            result += portable(path: path)
            rest = rest[path.endIndex...]
        }
        return result
    }

    /// Returns a portable name as archives have it, if it is that of a type of Foundation, or of a type made of such types.
    static func archiveName(_ name: String) -> String? {
        guard name.contains(foundation), let name = WrittenTypeName(name), isOfFoundation(name) else { return nil }
        return name.description
    }

    private static func isOfFoundation(_ name: WrittenTypeName) -> Bool {
        (name.parts.count > 1 && name.parts[0].name == foundation) || name.arguments.contains(where: isOfFoundation)
    }

    private static func portable(path: Substring) -> String {
        let parts = path.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count > 1, let known = names["\(parts[0]).\(parts[1])"] {
            return known + (parts.count > 2 ? ".\(parts[2])" : "")
        }
        return modules.contains(String(parts[0])) ? foundation + path[parts[0].endIndex...] : String(path)
    }

    private static let foundation = "Foundation"
    /// What a name must contain to have another name in archives.
    private static let marks = ["Foundation", "CoreGraphics.", "__C."]
    private static let separators: Set<Character> = [" ", ",", "<", ">", "(", ")", "[", "]", "&", ":"]
    /// The modules that Foundation is on some platform, the one that all have first.
    static let modules = [
        foundation, "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML",
    ]

    /// The portable names of types by those on this platform and on others, where the module is not all that differs.
    private static let names: [String: String] = {
        var names = [
            "CoreFoundation.CGFloat": "Foundation.CGFloat", "CoreGraphics.CGFloat": "Foundation.CGFloat",
            "__C.NSDecimal": "Foundation.Decimal", "__C._NSRange": "Foundation.NSRange",
            "Foundation._NSRange": "Foundation.NSRange", "__C.NSUnit": "Foundation.Unit",
            "__C.NSDimension": "Foundation.Dimension",
        ]
        for name in ["CGPoint", "CGSize", "CGVector", "CGRect"] {
            names["__C." + name] = "Foundation." + name
        }
        for (name, type) in types {
            names[_typeName(type, qualified: true)] = name
            // Elsewhere, units are classes of C.
            if name.hasPrefix("Foundation.Unit") {
                names["__C.NS" + name.dropFirst(foundation.count + 1)] = name
            }
        }
        return names
    }()
}
