/// Compares a graph with its copy by reflection.
///
/// The comparison is not recursive, because graphs may be deep.
struct GraphComparison {
    private struct Pair {
        let original: Any
        let copy: Any
        let location: PropertyLocation?

        var place: String { location.map { "\($0)" } ?? "The root" }
    }

    private(set) var problems: [RoundTripProblem] = []
    private var ignoredProperties: Set<String>
    private var pairs: [Pair] = []
    private var known: Set<RoundTripProblem> = []
    /// The copy of each object. The graphs keep the objects alive.
    private var copies: [ObjectIdentifier: ObjectIdentifier] = [:]
    private var originals: [ObjectIdentifier: ObjectIdentifier] = [:]
    /// The memory of each compared value with an identity, and of its copy, by types. Values of one identity may contain one
    /// another as often as there are paths, but equal memory contains the same.
    private var identified: [ObjectIdentifier: Set<Bytes>] = [:]
    /// Objects with a reference that is nil in the copy. This is a problem if the copy contains the object.
    private var lostReferences: [(object: ObjectIdentifier, problem: RoundTripProblem)] = []
    /// The properties by the qualified names of their types, in order: those that have a value in some instance, and the others,
    /// among which are the ignored ones. ``InheritedCode`` has those that inherited methods of the macro do not know.
    private var properties: [(typeName: String, names: [String], others: Set<String>, inherited: InheritedCode?)] = []
    private var typeIndices: [String: Int] = [:]
    /// Whether the copy's archive may have different bytes although nothing is lost.
    private var mayHaveOtherBytes = false

    init(_ ignoredProperties: Set<String>) {
        self.ignoredProperties = ignoredProperties
    }

    /// Compares everything that can be reached from two values.
    mutating func compare(_ original: Any, _ copy: Any) {
        pairs = [Pair(original: original, copy: copy, location: nil)]
        while let pair = pairs.popLast() {
            compare(pair)
        }
        for lost in lostReferences where copies[lost.object] != nil {
            report(lost.problem)
        }
    }

    private mutating func compare(_ pair: Pair) {
        let (type, otherType) = (Swift.type(of: pair.original), Swift.type(of: pair.copy))
        guard type == otherType else {
            let names = [type, otherType].map { PropertyLocation.nameWithoutModule(of: $0) }
            return report(.otherType, pair, "\(names[0]) came back as \(names[1]).")
        }
        guard isNew(pair) else { return }
        if let original = pair.original as? any LoadableReference, let copy = pair.copy as? any LoadableReference {
            return compare(original, copy, pair.location)
        }
        let mirror = Mirror(reflecting: pair.original)
        switch mirror.displayStyle {
        // If some are lost, the copy's archive shows it.
        case _ where type == GUnknownFields.self: break
        case .class: compareObjects(pair, mirror)
        case .optional, .tuple, .collection: compareChildren(pair, mirror)
        case .set, .dictionary: compareHashTables(pair)
        case .enum: compareCases(pair, mirror)
        case .struct where !Self.isOfLibrary(type): compareProperties(pair, mirror)
        default:
            if Self.isEqual(pair.original, pair.copy) == false { reportValue(pair) }
        }
    }

    /// Returns whether a value and its copy are not known to have been compared before. Objects are known by their addresses.
    private mutating func isNew(_ pair: Pair) -> Bool {
        func note<Value: GIdentifiable>(_ value: Value) -> Bool {
            guard value.gcodableID != nil, !(Value.self is AnyObject.Type), let copy = pair.copy as? Value else {
                return true
            }
            let memory = withUnsafeBytes(of: value) { Bytes($0) } + withUnsafeBytes(of: copy) { Bytes($0) }
            return identified[ObjectIdentifier(Value.self), default: []].insert(memory).inserted
        }
        return (pair.original as? any GIdentifiable).map { note($0) } ?? true
    }

    // MARK: Kinds of values

    /// Compares the objects of two references. One that is not loaded has no changes.
    private mutating func compare(
        _ original: any LoadableReference, _ copy: any LoadableReference, _ location: PropertyLocation?
    ) {
        guard let object = original.loadedObject, let other = copy.loadedObject else { return }
        pairs.append(Pair(original: object, copy: other, location: location))
    }

    private mutating func compareObjects(_ pair: Pair, _ mirror: Mirror) {
        let (original, copy) = (ObjectIdentifier(pair.original as AnyObject), ObjectIdentifier(pair.copy as AnyObject))
        guard Self.object(pair.original) != nil else { return }
        if let known = copies[original] {
            if known != copy {
                report(.otherIdentity, pair, "An object came back as two objects.")
            }
            return
        }
        if originals[copy] != nil {
            report(.otherIdentity, pair, "Two objects came back as one.")
        }
        copies[original] = copy
        originals[copy] = original
        compareProperties(pair, mirror)
    }

    private mutating func compareProperties(_ pair: Pair, _ mirror: Mirror) {
        let typeName = TypeNames.readableName(of: type(of: pair.original))
        let shortName = PropertyLocation.nameWithoutModule(typeName)
        var names: [String] = []
        var others: Set<String> = []
        var found: [Pair] = []
        var (level, copyLevel) = (Optional(mirror), Optional(Mirror(reflecting: pair.copy)))
        while let own = level, let other = copyLevel {
            let declaringType = PropertyLocation.nameWithoutModule(TypeNames.readableName(of: own.subjectType))
            for (child, copy) in zip(own.children, other.children) {
                guard let name = child.label.flatMap(PropertyLocation.propertyName) else { continue }
                let location = PropertyLocation(typeName: shortName, property: name)
                guard !ignoredProperties.contains(location.description),
                    !ignoredProperties.contains("\(declaringType).\(name)")
                else {
                    others.insert(name)
                    continue
                }
                if Self.isNil(child.value) || child.value is GUnknownFields {
                    others.insert(name)
                } else {
                    names.append(name)
                }
                found.append(Pair(original: child.value, copy: copy.value, location: location))
            }
            (level, copyLevel) = (own.superclassMirror, other.superclassMirror)
        }
        pairs += found.reversed()
        note(names, others, of: typeName, pair.original)
    }

    private mutating func compareChildren(_ pair: Pair, _ mirror: Mirror) {
        let (children, copies) = (Array(mirror.children), Array(Mirror(reflecting: pair.copy).children))
        guard children.count == copies.count else {
            if mirror.displayStyle == .optional, copies.isEmpty, let object = Self.object(children.first?.value) {
                let problem = RoundTripProblem(.otherValue, pair.location, "\(pair.place): An object came back as nil.")
                lostReferences.append((ObjectIdentifier(object), problem))
                mayHaveOtherBytes = true
                return
            }
            return reportValue(pair)
        }
        for (child, copy) in zip(children, copies).reversed() {
            pairs.append(Pair(original: child.value, copy: copy.value, location: pair.location))
        }
    }

    /// Compares elements of a set, and keys and values of a dictionary, with those that are found for them in the copy.
    private mutating func compareHashTables(_ pair: Pair) {
        // The copy may have a different order.
        mayHaveOtherBytes = true
        if (pair.copy as? any HashTable)?.findsItsKeys == false {
            report(
                .elementsNotFound, pair,
                "The copy does not find its own elements. They have changed since they were hashed.")
        }
        let count = Mirror(reflecting: pair.original).children.count
        guard count == Mirror(reflecting: pair.copy).children.count else { return reportValue(pair) }
        if let original = pair.original as? Set<AnyHashable>, let copy = pair.copy as? Set<AnyHashable> {
            for element in original {
                guard let index = copy.firstIndex(of: element) else { continue }
                pairs.append(Pair(original: element.base, copy: copy[index].base, location: pair.location))
            }
        } else if let original = pair.original as? [AnyHashable: Any], let copy = pair.copy as? [AnyHashable: Any] {
            for (key, value) in original {
                guard let index = copy.index(forKey: key) else { continue }
                pairs.append(Pair(original: key.base, copy: copy[index].key.base, location: pair.location))
                pairs.append(Pair(original: value, copy: copy[index].value, location: pair.location))
            }
        }
    }

    private mutating func compareCases(_ pair: Pair, _ mirror: Mirror) {
        let copy = Mirror(reflecting: pair.copy)
        guard let payload = mirror.children.first else {
            let isSame =
                Self.isEqual(pair.original, pair.copy)
                ?? (copy.children.isEmpty && "\(pair.original)" == "\(pair.copy)")
            return isSame ? () : reportValue(pair)
        }
        guard let other = copy.children.first, payload.label == other.label else { return reportValue(pair) }
        pairs.append(Pair(original: payload.value, copy: other.value, location: pair.location))
    }

    // MARK: Problems

    private mutating func reportValue(_ pair: Pair) {
        let (original, copy) = (Self.text(pair.original), Self.text(pair.copy))
        report(.otherValue, pair, "\(original) came back as \(copy).")
    }

    private mutating func report(_ kind: RoundTripProblem.Kind, _ pair: Pair, _ text: String) {
        report(RoundTripProblem(kind, pair.location, "\(pair.place): \(text)"))
    }

    private mutating func report(_ problem: RoundTripProblem) {
        // Report one problem per kind and property.
        let isNew = known.insert(RoundTripProblem(problem.kind, problem.location, "")).inserted
        if isNew {
            problems.append(problem)
        }
    }

    private mutating func note(_ names: [String], _ others: Set<String>, of typeName: String, _ value: Any) {
        guard let index = typeIndices[typeName] else {
            typeIndices[typeName] = properties.count
            return properties.append((typeName, names, others, InheritedCode(of: value)))
        }
        properties[index].others.formUnion(others)
        properties[index].inherited = properties[index].inherited ?? InheritedCode(of: value)
        for name in names where !properties[index].names.contains(name) {
            properties[index].names.append(name)
        }
    }

    /// Returns the properties that have no values in an archive.
    func unwrittenProperties(_ written: WrittenValues) -> [RoundTripProblem] {
        properties.flatMap { typeName, names, others, inherited -> [RoundTripProblem] in
            guard let fields = written.fields[typeName] else { return [] }
            let lost = inherited.flatMap {
                $0.isLost(keys: fields.keys, unkeyedCount: fields.positionsWithValue.count) ? $0 : nil
            }
            let lostProblems = lost.map(problems) ?? []
            let missing = names.filter { !fields.keys.contains($0) && lost?.properties.contains($0) != true }
            // The key of another property, or of nil, has no value for those that are missing.
            let spareCount =
                fields.keysWithValue.subtracting(names).subtracting(others).count + fields.positionsWithValue.count
            guard missing.count > spareCount else { return lostProblems }
            return lostProblems
                + missing.map { name in
                    let location = PropertyLocation(
                        typeName: PropertyLocation.nameWithoutModule(typeName), property: name)
                    let text =
                        spareCount == 0
                        ? "\(location) is not written."
                        : "\(location) is perhaps not written: the archive has \(spareCount) of \(missing.joined(separator: ", "))."
                    return RoundTripProblem(.notWritten, location, text)
                }
        }
    }

    private func problems(of inherited: InheritedCode) -> [RoundTripProblem] {
        inherited.properties.compactMap { name in
            let location = PropertyLocation(typeName: inherited.typeName, property: name)
            guard !ignoredProperties.contains(location.description) else { return nil }
            return RoundTripProblem(.notWritten, location, inherited.description(of: "\(location)"))
        }
    }

    func differences(_ original: GraphArchiveSummary, _ copy: GraphArchiveSummary) -> [RoundTripProblem] {
        let counts = Dictionary(original.types.map { ($0.name, $0.count) }, uniquingKeysWith: &+)
        let copyCounts = Dictionary(copy.types.map { ($0.name, $0.count) }, uniquingKeysWith: &+)
        let problems = Set(counts.keys).union(copyCounts.keys).sorted().compactMap { name -> RoundTripProblem? in
            let (count, copyCount) = (counts[name] ?? 0, copyCounts[name] ?? 0)
            guard count != copyCount else { return nil }
            return RoundTripProblem(
                .otherArchive, nil,
                "The archive has \(count) values of type \(PropertyLocation.nameWithoutModule(name)), that of its copy \(copyCount)."
            )
        }
        guard problems.isEmpty, !mayHaveOtherBytes else { return problems }
        return [
            RoundTripProblem(
                .otherArchive, nil,
                "The archive of the copy has other bytes than that of the original: \(copy.byteCount) and \(original.byteCount)."
            )
        ]
    }

    // MARK: Reflection

    /// Returns a value as an object of the graph, or `nil` if it is not one.
    private static func object(_ value: Any?) -> AnyObject? {
        guard let value = value as? any GEncodable, type(of: value) is AnyObject.Type else { return nil }
        return value as AnyObject
    }

    private static func isNil(_ value: Any) -> Bool {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional && mirror.children.isEmpty
    }

    /// Returns whether a type belongs to a library, so that its properties are implementation details.
    private static func isOfLibrary(_ type: Any.Type) -> Bool {
        let name = TypeNames.readableName(of: type)
        return ["Swift.", "Foundation.", "FoundationEssentials.", "_", "Dispatch."].contains { name.hasPrefix($0) }
    }

    /// Returns whether two values are equal, or `nil` if they cannot be compared. A value that does not equal itself,
    /// such as NaN, counts as equal to its copy.
    private static func isEqual(_ first: Any, _ second: Any) -> Bool? {
        func isEqual<Value: Equatable>(_ first: Value) -> Bool {
            (second as? Value).map { first == $0 || first != first } ?? false
        }
        return (first as? any Equatable).map { isEqual($0) }
    }

    private static func text(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .collection, .set, .dictionary: return "\(mirror.children.count) elements"
        case .optional where mirror.children.isEmpty: return "nil"
        default: return String("\(value)".prefix(60))
        }
    }
}

/// A set or a dictionary.
private protocol HashTable {
    var findsItsKeys: Bool { get }
}

extension Set: HashTable {
    fileprivate var findsItsKeys: Bool { allSatisfy(contains) }
}

extension Dictionary: HashTable {
    fileprivate var findsItsKeys: Bool { keys.allSatisfy { self[$0] != nil } }
}
