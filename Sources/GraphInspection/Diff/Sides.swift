/// One of the two archives that are compared.
enum Side: CaseIterable {
    case old, new
}

/// A value for the old archive, and one for the new.
struct Sides<Value> {
    var old: Value
    var new: Value

    // Accessors that copy nothing: a value may be a graph.
    subscript(side: Side) -> Value {
        @inline(__always) _read {
            if side == .old { yield old } else { yield new }
        }
        @inline(__always) _modify {
            if side == .old { yield &old } else { yield &new }
        }
    }

    func map<Result>(_ transform: (Value) -> Result) -> Sides<Result> { Sides<Result> { transform(self[$0]) } }
}

extension Sides {
    init(_ make: (Side) -> Value) {
        self.init(old: make(.old), new: make(.new))
    }
}
