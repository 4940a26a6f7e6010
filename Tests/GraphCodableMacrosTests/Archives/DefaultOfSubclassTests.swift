#if Macros
import GraphCodable
import GraphCodableMacros
import Testing

@GCodable
class DefaultShape {
    var name = "shape"
    init() {}
}

@GCodable
final class DefaultCircle: DefaultShape {
    var radius = 1
    override init() { super.init() }
}

@GCodable
struct ShapeFrame {
    @CodableDefault(DefaultCircle()) var shape: DefaultShape
    init(_ shape: DefaultShape) { self.shape = shape }
}

@GCodable
final class ShapeOwner {
    @CodableDefault(DefaultCircle()) let shape: DefaultShape
    init(_ shape: DefaultShape) { self.shape = shape }
}

@GCodable
enum ShapeEvent {
    case added(shape: DefaultShape = DefaultCircle())
}

/// A default may be of a subclass of what is archived.
struct DefaultOfSubclassTests {
    private func copy<Root: GCodable>(_ root: Root) throws -> Root {
        try GraphDecoder().decode(Root.self, from: GraphEncoder().encode(root) as Bytes)
    }

    @Test func anyShapeIsDecodedWhateverTheDefaultIs() throws {
        #expect(try type(of: copy(ShapeFrame(DefaultShape())).shape) == DefaultShape.self)
        #expect(try type(of: copy(ShapeOwner(DefaultShape())).shape) == DefaultShape.self)
        guard case .added(let shape) = try copy(ShapeEvent.added(shape: DefaultShape())) else { return }
        #expect(type(of: shape) == DefaultShape.self)
    }

    @GCodable
    struct Empty {}

    @Test func aMissingShapeIsTheDefault() throws {
        let archive = try GraphEncoder().encode(Empty()) as Bytes
        #expect(try GraphDecoder().decode(ShapeFrame.self, from: archive).shape is DefaultCircle)
    }
}
#endif
