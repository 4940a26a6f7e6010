/// The ways to store a stream.
enum FilterCoding {
    /// The elements unchanged.
    static let unchanged: UInt8 = 0
    /// A single element, if all are equal.
    static let constant: UInt8 = 1
    /// The first bytes of all elements, then the second bytes, and so on.
    static let planes: UInt8 = 2
    /// The differences between successive elements, in planes.
    static let differences: UInt8 = 3
    /// Floating-point numbers as integers that are divided by a power of ten, in planes.
    static let decimal: UInt8 = 4
    /// The differences between successive integers of ``decimal``, in planes.
    static let decimalDifferences: UInt8 = 5

    static let largestExponent = 15
    static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]
    /// Up to this magnitude, every integer has an exact floating-point representation.
    static let largestInteger: Int64 = 1 << 53
}
