import TestSupport
import Testing

@testable import GraphCodable

/// Archives with values of protocol types that no encoder writes, or only with other options.
struct ProtocolArchiveTests {
    typealias Make = ArchiveAssembler

    final class Circle: GCodable {
        let radius: Int
        init(_ radius: Int) { self.radius = radius }
        init(from decoder: GDecoder) throws { radius = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(radius) }
    }

    struct Square: GCodable {
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    struct Holder: GCodable {
        let value: Any
        init(_ value: Any) { self.value = value }
        init(from decoder: GDecoder) throws { value = try decoder.decode(any: Any.self) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(any: value) }
    }

    /// Types: 0 the holder, 1 a number with a name, 2 a value without one, 3 a class, 4 a class that became a value.
    private func archive(_ value: Bytes, _ object: Bytes? = nil, counts: Bytes? = nil) -> Bytes {
        let number = _mangledTypeName(Int.self) ?? ""
        var archive = Make(
            Make.composite(0, value),
            types: [
                Make.valueType(Holder.self), Make.type("Swift.Int", name: number, flags: 2),
                Make.valueType(Square.self), Make.type(Circle.self), Make.type(DecoderUseTests.Shell.self),
            ], shapes: [Make.shape(of: 0, 0), Make.shape(of: 2), Make.shape(of: 3, 0), Make.shape(of: 4)])
        archive.records += object.map { [Make.Record(bytes: $0)] } ?? []
        archive.idCount = 3
        archive.counts = counts
        return archive.bytes
    }

    private func code(_ value: Bytes, _ object: Bytes? = nil) -> GraphCodableError.Code? {
        decodingError(Holder.self, archive(value, object))
    }

    @Test func whatIsWellMadeIsDecoded() throws {
        let decoder = GraphDecoder()
        let number = try decoder.decode(Holder.self, from: archive(Make.typed(1, [5])))
        #expect(number.value as? Int == 5)
        let object = archive(Make.reference(1), Make.composite(2, [7]))
        #expect((try decoder.decode(Holder.self, from: object).value as? Circle)?.radius == 7)
    }

    @Test func anObjectWithoutIdentityIsFoundInItsPlace() throws {
        let bytes = try GraphEncoder(.disableIdentity).encode(Holder(Circle(3))) as Bytes
        #expect((try GraphDecoder().decode(Holder.self, from: bytes).value as? Circle)?.radius == 3)
    }

    @Test func aTypeThatIsNotThereOrHasNoNameIsRefused() {
        #expect(code(Make.typed(5, [5])) == .malformed)
        #expect(code(Make.typed(.max, [5])) == .malformed)
        #expect(code(Make.typed(2, [5])) == .malformed)
    }

    @Test func aTypeInAnotherIsRefused() {
        #expect(code(Make.typed(1, Make.typed(1, [5]))) == .malformed)
    }

    @Test func anObjectThatIsNotThereIsRefused() {
        // It may have been lost, or encoded conditionally.
        #expect(code(Make.reference(2)) == .valueNotFound)
        #expect(code(Make.reference(3)) == .malformed)
        #expect(code(Make.conditional(2)) == .valueNotFound)
    }

    @Test func aValueThatDoesNotTellItsTypeIsRefused() {
        #expect(code(Make.composite(1)) == .typeMismatch)
        #expect(code(Make.reference(1), Make.composite(1)) == .typeMismatch)
        #expect(code([5]) == .typeMismatch)
    }

    @Test func aClassThatBecameAValueIsRefused() {
        #expect(code(Make.reference(1), Make.composite(3)) == .typeNotAllowed)
    }

    @Test func aCompositeOfAnotherTypeThanTheOneBeforeItIsNotSound() throws {
        func verify(_ value: Bytes) throws { try GraphArchive(archive(value, counts: [1, 0, 0, 1, 0])).verify() }
        for composite in [[0x62, 5], [0xE2, 2, 5], Make.open(2, [5])] as [Bytes] {
            try verify(Make.typed(3, composite))
            for other in [1, 4] as [UInt64] {
                expectError(GraphCodableError.self, .malformed) { try verify(Make.typed(other, composite)) }
            }
        }
        // Without a name nobody could find the type.
        expectError(GraphCodableError.self, .malformed) { try verify(Make.typed(2, Make.composite(1))) }
        #expect(code(Make.typed(3, Make.composite(3))) == .malformed)
    }
}
