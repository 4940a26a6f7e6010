extension Range<Int> {
    /// Returns the first number for which a condition holds that holds for all numbers after it, or the upper bound.
    ///
    /// - Complexity: O(log *n*) for *n* numbers.
    func bisect(_ condition: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            (low, high) = condition(middle) ? (low, middle) : (middle + 1, high)
        }
        return low
    }
}
