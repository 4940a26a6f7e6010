/// A collection of the standard library whose elements a session encodes as the library would, but without its containers.
protocol EncodableCollection {
    /// Encodes a collection of this type, and returns the position of the new value. The value has enough stack.
    ///
    /// - Parameter level: How deeply the elements are nested within the object.
    /// - Returns: `nil` if the library has to encode it.
    static func encode<Value>(
        _ collection: Value, by session: FlatteningSession, at path: CodingKeyPath?, level: Int
    ) throws -> UInt32?
}

/// A collection of the standard library whose elements a session decodes as the library would, but without its containers.
protocol DecodableCollection {
    /// Decodes a collection of this type.
    ///
    /// - Parameter content: The value, which is no reference.
    /// - Throws: ``NeedsLibrary`` if the library has to report an error, or to decode it. The result is no optional, because
    ///   looking up the type of a generic one takes longer than decoding a short collection.
    static func decode(from content: FlatValue, by session: RestoringSession, at path: CodingKeyPath?) throws -> Self
}

/// The reason why a session does not decode a collection itself.
struct NeedsLibrary: Error {}

extension Array: EncodableCollection where Element: Encodable {
    static func encode<Value>(
        _ collection: Value, by session: FlatteningSession, at path: CodingKeyPath?, level: Int
    ) throws -> UInt32? {
        try known(collection, as: Array.self).withUnsafeBufferPointer { elements in
            let list = session.values.add(FlatValue(.array))
            for index in elements.indices {
                try session.append(elements[index], to: list, at: path, level: level)
            }
            return list
        }
    }
}

extension Array: DecodableCollection where Element: Decodable {
    static func decode(from content: FlatValue, by session: RestoringSession, at path: CodingKeyPath?) throws -> Array {
        // Many arrays are empty, and the rest takes longer than to find out.
        if content.kind == .array, content.count == 0 { return [] }
        var (elements, array) = (try session.checkedElements(of: content, at: path), Array())
        try session.work.charge(memoryOf: elements.count, Element.self, at: path)
        array.reserveCapacity(elements.count)
        while !elements.isAtEnd {
            array.append(try session.decodeNext(Element.self, of: &elements, at: path))
        }
        return array
    }
}

extension FlatteningSession {
    /// Encodes an element of a list.
    @inline(__always)
    func append<Element: Encodable>(_ element: Element, to list: UInt32, at path: CodingKeyPath?, level: Int) throws {
        let index = IndexKey(Int(values[list].count))
        values.append(try encode(element, at: CodingKeyPath(path, index), level: level), to: list)
    }
}

extension RestoringSession {
    /// Returns the elements of an array, or throws the error of a missing container.
    func checkedElements(of content: FlatValue, at path: CodingKeyPath?) throws -> FlatElements {
        guard let elements = try elements(of: content, at: path) else { throw mismatch([Any].self, content, at: path) }
        return elements
    }

    /// Decodes the next element of a list.
    @inline(__always)
    func decodeNext<Element: Decodable>(
        _ type: Element.Type, of elements: inout FlatElements, at path: CodingKeyPath?
    ) throws -> Element {
        guard let value = elements.next else { throw NeedsLibrary() }
        let index = elements.index
        elements.advance()
        return try decode(type, from: value, at: CodingKeyPath(path, IndexKey(index)))
    }
}
