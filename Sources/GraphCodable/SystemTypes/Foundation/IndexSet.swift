import Foundation

extension IndexSet: _GPlainEncodable, _GPlainDecodable {
    /// Foundation allocates memory even for an empty set.
    public static var _costPerValue: Int { 3 * DecodingCost.allocation }

    /// The lower and upper bounds of the ranges, in order.
    public func _plainValue() -> [Int] { rangeView.flatMap { [$0.lowerBound, $0.upperBound] } }

    public init(_plainValue: [Int]) throws {
        self.init()
        try _InvalidPlainValue.require(
            _plainValue.count.isMultiple(of: 2),
            "The archive holds \(_plainValue.count) bounds where an index set was expected, which has two for each range."
        )
        var last = -1
        for index in stride(from: 0, to: _plainValue.count, by: 2) {
            let (lower, upper) = (_plainValue[index], _plainValue[index + 1])
            try _InvalidPlainValue.require(
                lower > last && lower < upper, "The ranges of an index set are not in order.")
            insert(integersIn: lower..<upper)
            last = upper
        }
    }
}
