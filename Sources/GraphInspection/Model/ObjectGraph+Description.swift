import GraphCodable

extension ObjectGraph {
    /// Returns the qualified name of an object's type. It comes unescaped from the archive.
    ///
    /// - Parameter id: The object's number.
    /// - Returns: The name; `nil` if there is no such object, or if it is not a composite, such as a string with an
    ///   identity.
    /// - Complexity: O(1).
    public func qualifiedTypeName(of id: UInt32) -> String? {
        typeNumber(of: id).map { archive.summary.types[$0].name }
    }

    /// Returns the name of an object's type without modules and enclosing types, escaped and cut for display.
    ///
    /// - Parameter id: The object's number.
    /// - Returns: The name. For an object that is not a composite, its kind: `string`, `array`; `nothing` if there is no such
    ///   object.
    /// - Complexity: O(1).
    public func typeName(of id: UInt32) -> String {
        if let type = typeNumber(of: id) { return labels.typeName(type) }
        guard let value = labels.values(of: id, limit: 1).first else { return "nothing" }
        return ArchiveLabels.kindName(value.kind)
    }

    /// Returns the name under which an object is counted together with others.
    func groupName(of id: UInt32) -> String {
        typeNumber(of: id).map { labels.typeName($0) } ?? "other values"
    }

    /// Returns the index of an object's type in the archive's summary.
    func typeNumber(of id: UInt32) -> Int? {
        guard Int(id) < types.count, types[Int(id)] != Self.noType else { return nil }
        return Int(types[Int(id)])
    }

    /// Returns the values that an object encoded.
    ///
    /// An object that is not a composite has one field without a key.
    ///
    /// - Parameters:
    ///   - id: The object's number.
    ///   - limit: The approximate number of characters to show of a value.
    /// - Returns: The fields in their order; empty if there is no such object.
    /// - Complexity: O(*n*) for *n* bytes of the object's record.
    public func fields(of id: UInt32, limit: Int = 64) -> [ObjectField] {
        fields(in: labels.values(of: id), limit: limit)
    }

    func fields(in values: [ArchivedValue], limit: Int) -> [ObjectField] {
        let line = ValueText(labels: labels, limit: limit)
        return values.fields.map { position in
            let value = values[position]
            return ObjectField(
                key: value.key == 0 ? nil : labels.keyName(value.key), text: line.text(of: position, in: values),
                byteCount: value.byteCount, hasReferences: values[position..<value.next].contains { $0.isReference })
        }
    }

    /// Returns a recognizable title of an object, escaped for display: its type, its number, and the value of its field
    /// `name`, `title` or `id`, or else its first short text.
    ///
    /// `Engineer #2 "Ada"`
    ///
    /// - Parameter id: The object's number.
    /// - Returns: The title, such as `nothing #99` if there is no such object.
    /// - Complexity: O(*n*) for *n* bytes of the object's record.
    public func title(of id: UInt32) -> String { labels.title(of: id) }

    /// Returns the references in an object's record, in their order.
    ///
    /// - Parameter id: The object's number.
    /// - Returns: The references to objects in the archive.
    /// - Complexity: O(*n*) for *n* bytes of the object's record.
    public func references(from id: UInt32) -> [ObjectReference] {
        references(from: id, in: labels.values(of: id))
    }

    /// Returns the references among the values of an object's record.
    func references(from id: UInt32, in values: [ArchivedValue]) -> [ObjectReference] {
        var path = ValuePath(labels)
        var references: [ObjectReference] = []
        for (position, value) in values.enumerated() {
            path.advance(to: position, in: values)
            guard value.isReference, records.byteRange(of: value.number) != nil else { continue }
            references.append(
                ObjectReference(
                    source: id, target: UInt32(clamping: value.number), path: path.text(in: values),
                    isConditional: value.kind == .conditionalReference))
        }
        return references
    }

    /// Returns the references to an object, in ascending order of the referring objects' numbers.
    ///
    /// - Parameters:
    ///   - id: The object's number.
    ///   - limit: The maximum number of references to return.
    /// - Returns: The references.
    /// - Complexity: O(*n*) for *n* bytes of the records that refer to the object.
    public func references(to id: UInt32, limit: Int = .max) -> [ObjectReference] {
        guard Int(id) < referrers.count else { return [] }
        var found: [ObjectReference] = []
        var last: UInt32?
        for position in referrers[Int(id)] {
            guard found.count < limit else { break }
            let source = sources[Int(position)]
            guard source != last else { continue }
            last = source
            found += references(from: source).filter { $0.target == id }
        }
        return Array(found.prefix(max(0, limit)))
    }

    /// Returns the number of references to an object, including conditional ones.
    ///
    /// - Parameter id: The object's number.
    /// - Returns: The number of references; 0 if there is no such object.
    /// - Complexity: O(1).
    public func referenceCount(to id: UInt32) -> Int {
        Int(id) < referrers.count ? referrers.range(Int(id)).count : 0
    }

    /// Returns a shortest path from the root to an object that has no conditional references.
    ///
    /// - Parameter id: The object's number, or 0 for the root.
    /// - Returns: The references on the path. Empty for the root; `nil` if the object is not reachable.
    /// - Complexity: O(*n* + *m*) for *n* objects and *m* references: a breadth-first search.
    public func path(to id: UInt32) -> [ObjectReference]? {
        guard id != 0 else { return [] }
        var finder = RootPathFinder(self, goal: id)
        return finder.way(to: id)
    }
}
