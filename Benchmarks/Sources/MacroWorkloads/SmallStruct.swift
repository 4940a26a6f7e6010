import GraphCodableMacros

/// One of a million.
@GCodable
public struct SmallStruct {
    let id: Int32
    let x: Float
    let y: Float
    let isVisible: Bool

    public init(_ id: Int32) {
        self.id = id
        x = Float(id) * 0.5
        y = Float(id) * -0.25
        isVisible = id % 3 == 0
    }
}
