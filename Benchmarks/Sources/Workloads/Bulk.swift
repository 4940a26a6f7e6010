/// Large plain values.
public enum Bulk {
    /// Numbers of which none fits into fewer bytes.
    public static func doubles(count: Int = 4_000_000) -> [Double] {
        (0..<count).map { Double($0) * 0.1 }
    }

    /// Strings of which each comes ten times.
    public static func strings(count: Int = 200_000) -> [String] {
        (0..<count).map { "the string number \($0 &* 7_919 % (count / 10))" }
    }

    /// A dictionary from short strings to numbers.
    public static func dictionary(count: Int = 100_000) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: (0..<count).map { ("key \($0)", $0 &* 31) })
    }

    /// Values of four fields.
    public static func structs(count: Int = 1_000_000) -> [SmallStruct] {
        (0..<count).map { SmallStruct(Int32(truncatingIfNeeded: $0)) }
    }
}
