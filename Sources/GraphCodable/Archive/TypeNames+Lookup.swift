extension TypeNames {
    /// How many generic types, optionals, tuples and functions a name may be made of.
    ///
    /// The runtime recurses once for each that lies inside another: 300 arrays overflow a stack of 512 KiB, and the time to
    /// find out whether 20 nested optionals conform to a protocol is over a second and doubles with every further one.
    static let maximumPartCount = 16

    /// Finds a type by its mangled name, if the name is one that the runtime finds in reasonable time and stack.
    static func type(mangledAs name: String) -> Any.Type? {
        isHarmless(name) ? _typeByName(name) : nil
    }

    /// Whether a mangled name has only ASCII letters, digits and `_`, and few parts.
    ///
    /// A dollar sign begins the number that is an argument of a generic type. Where such a number stands alone, the runtime
    /// takes it for the address of a type and crashes; types with such arguments must be registered to be found.
    static func isHarmless(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { bytes in
            var parts = 0
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                switch byte {
                case UInt8(ascii: "1")...UInt8(ascii: "9"):
                    // An identifier: its length, and as many bytes, which may be of any kind.
                    var length = Int(byte - UInt8(ascii: "0"))
                    while index < bytes.count, bytes[index] >= UInt8(ascii: "0"), bytes[index] <= UInt8(ascii: "9") {
                        length = min(length * 10 + Int(bytes[index] - UInt8(ascii: "0")), bytes.count)
                        index += 1
                    }
                    index = min(index + length, bytes.count)
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                    parts += isPart(byte) ? 1 : 0
                case UInt8(ascii: "0"), UInt8(ascii: "_"):
                    break
                default:
                    return false
                }
            }
            return parts <= maximumPartCount
        }
    }

    /// Whether a letter ends a type that is made of others: a generic type, an optional, a tuple, a function, a metatype, an
    /// existential type.
    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "G"), UInt8(ascii: "g"), UInt8(ascii: "q"), UInt8(ascii: "t"), UInt8(ascii: "c"),
            UInt8(ascii: "m"), UInt8(ascii: "p"), UInt8(ascii: "X"), UInt8(ascii: "Q"), UInt8(ascii: "D"):
            true
        default:
            false
        }
    }
}
