import Testing

@testable import GraphCodable

/// The array with copy on write of the user guide, without an identity.
private struct PlainArray<Element: GCodable>: GCodable {
    private final class Box {
        var value: [Element]
        init(_ value: [Element]) { self.value = value }
    }

    private let box: Box
    init(_ elements: [Element]) { box = Box(elements) }
    init(from decoder: GDecoder) throws { box = Box(try decoder.decode()) }
    func encode(to encoder: GEncoder) throws { try encoder.encode(box.value) }
}

/// The same with an identity.
private struct IdentifiedArray<Element: GCodable>: GCodable, GIdentifiable {
    final class Box {
        var value: [Element]
        init(_ value: [Element]) { self.value = value }
    }

    let box: Box
    init(_ elements: [Element]) { box = Box(elements) }
    init(from decoder: GDecoder) throws { box = Box(try decoder.decode()) }
    func encode(to encoder: GEncoder) throws { try encoder.encode(box.value) }
    var gcodableID: ObjectIdentifier? { ObjectIdentifier(box) }
}

/// The same, written in a form that only the type can read.
private struct BinaryArray: GBinaryCodable, GIdentifiable, CustomStringConvertible {
    let box: IdentifiedArray<Int>.Box
    init(_ elements: [Int]) { box = .init(elements) }
    init(from decoder: GDecoder) throws { box = .init(try decoder.decode()) }
    func encode(to encoder: GEncoder) throws { try encoder.encode(box.value) }
    init(from buffer: inout BinaryReadBuffer) throws { box = .init(try [Int](from: &buffer)) }
    func write(to buffer: inout BinaryWriteBuffer) throws { try box.value.write(to: &buffer) }
    var gcodableID: ObjectIdentifier? { ObjectIdentifier(box) }
    var description: String { box.value.description }
}

@Suite("The dumps of the user guide")
struct GuideDumpTests {
    @Test func valuesWithoutIdentityAreShownForEachUse() throws {
        let a = PlainArray([1, 2])
        let b = PlainArray([a, a])
        let dump = try GraphEncoder().dump(PlainArray([b, b]))
        #expect(
            dump == """
                == BODY ==========================================================
                - VAL
                \t- VAL
                \t\t- VAL
                \t\t\t- VAL
                \t\t\t\t- VAL
                \t\t\t\t\t- BIV [1, 2]
                \t\t\t\t.
                \t\t\t\t- VAL
                \t\t\t\t\t- BIV [1, 2]
                \t\t\t\t.
                \t\t\t.
                \t\t.
                \t\t- VAL
                \t\t\t- VAL
                \t\t\t\t- VAL
                \t\t\t\t\t- BIV [1, 2]
                \t\t\t\t.
                \t\t\t\t- VAL
                \t\t\t\t\t- BIV [1, 2]
                \t\t\t\t.
                \t\t\t.
                \t\t.
                \t.
                .
                ==================================================================
                """)
    }

    @Test func valuesWithIdentityAreShownOnce() throws {
        let a = IdentifiedArray([1, 2])
        let b = IdentifiedArray([a, a])
        let dump = try GraphEncoder().dump(IdentifiedArray([b, b]))
        #expect(
            dump == """
                == BODY ==========================================================
                - VAL0001
                \t- VAL
                \t\t- VAL0002
                \t\t\t- VAL
                \t\t\t\t- VAL0003
                \t\t\t\t\t- BIV [1, 2]
                \t\t\t\t.
                \t\t\t\t- PTS0003
                \t\t\t.
                \t\t.
                \t\t- PTS0002
                \t.
                .
                ==================================================================
                """)
    }

    @Test func binaryValuesAreShownAsTheyDescribeThemselves() throws {
        let a = BinaryArray([1, 2])
        let b = IdentifiedArray([a, a])
        let root = IdentifiedArray([b, b])
        func expected(_ value: String) -> String {
            """
            == BODY ==========================================================
            - VAL0001
            \t- VAL
            \t\t- VAL0002
            \t\t\t- VAL
            \t\t\t\t- BIV0003 \(value)
            \t\t\t\t- PTS0003
            \t\t\t.
            \t\t.
            \t\t- PTS0002
            \t.
            .
            ==================================================================
            """
        }
        #expect(try GraphEncoder().dump(root) == expected("[1, 2]"))
        #expect(try GraphEncoder().dump(root, options: GraphDumpOptions(maximumTextLength: 2)) == expected("[1…"))
        #expect(try GraphEncoder().dump(root, options: GraphDumpOptions(maximumTextLength: 6)) == expected("[1, 2]"))
        let archive = try GraphArchive(GraphEncoder().encode(root) as Bytes)
        #expect(try archive.dump() == expected("<\(a.binaryIOBytes().count) bytes>"))
    }
}
