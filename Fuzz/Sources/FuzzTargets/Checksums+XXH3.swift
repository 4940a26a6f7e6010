extension Checksums {
    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9

    /// The words of the default secret.
    private static let secret: [UInt64] = [
        0xBE4B_A423_396C_FEB8, 0x1CAD_21F7_2C81_017C, 0xDB97_9083_E96D_D4DE, 0x1F67_B3B7_A4A4_4072,
        0x78E5_C0CC_4EE6_79CB, 0x2172_FFCC_7DD0_5A82, 0x8E24_43F7_7446_08B8, 0x4C26_3A81_E690_35E0,
        0xCB00_C391_BB52_283C, 0xA32E_531B_8B65_D088, 0x4EF9_0DA2_9748_6471, 0xD8AC_DEA9_46EF_1938,
        0x3F34_9CE3_3F76_FAA8, 0x1D4F_0BC7_C7BB_DCF9, 0x3159_B4CD_4BE0_518A, 0x6473_78D9_C97E_9FC8,
        0xC3EB_D334_83AC_C5EA, 0xEB63_13FA_FFA0_81C5, 0x49DA_F0B7_51DD_0D17, 0x9E68_D429_2655_16D3,
        0xFCA1_477D_58BE_162B, 0xCE31_D07A_D1B8_F88F, 0x2804_1695_8F3A_CB45, 0x7E40_4BBB_CAFB_D7AF,
    ]
    private static let secretBytes = secret.flatMap { bytes($0) }

    /// XXH3 with 64 bits and seed 0, after its specification; written again, word by word, so that the package's own is not
    /// trusted with its own test.
    static func hash(_ slice: ArraySlice<UInt8>) -> UInt64 {
        let input = Array(slice)
        return switch input.count {
        case 0: lastAvalanche(word(secretBytes, 56) ^ word(secretBytes, 64))
        case 1...16: small(input)
        case 17...240: medium(input)
        default: large(input)
        }
    }

    private static func word(_ bytes: [UInt8], _ place: Int, count: Int = 8) -> UInt64 {
        (0..<count).reversed().reduce(0) { $0 << 8 | UInt64(bytes[place + $1]) }
    }

    private static func fold(_ one: UInt64, _ two: UInt64) -> UInt64 {
        let product = one.multipliedFullWidth(by: two)
        return product.low ^ product.high
    }

    private static func avalanche(_ value: UInt64) -> UInt64 {
        let mixed = (value ^ value >> 37) &* 0x1656_6791_9E37_79F9
        return mixed ^ mixed >> 32
    }

    private static func lastAvalanche(_ value: UInt64) -> UInt64 {
        let once = (value ^ value >> 33) &* prime2
        let twice = (once ^ once >> 29) &* prime3
        return twice ^ twice >> 32
    }

    private static func small(_ input: [UInt8]) -> UInt64 {
        let count = input.count
        if count < 4 {
            let bytes: [UInt8] = [input[count - 1], UInt8(count), input[0], input[count / 2]]
            return lastAvalanche(
                word(secretBytes, 0, count: 4) ^ word(secretBytes, 4, count: 4) ^ word(bytes, 0, count: 4))
        }
        if count < 9 {
            let combined = word(input, 0, count: 4) << 32 | word(input, count - 4, count: 4)
            var value = secret[1] ^ secret[2] ^ combined
            value ^= (value << 49 | value >> 15) ^ (value << 24 | value >> 40)
            value &*= 0x9FB2_1C65_1E98_DF25
            value ^= value >> 35 &+ UInt64(count)
            value &*= 0x9FB2_1C65_1E98_DF25
            return value ^ value >> 28
        }
        let low = secret[3] ^ secret[4] ^ word(input, 0)
        let high = secret[5] ^ secret[6] ^ word(input, count - 8)
        return avalanche(UInt64(count) &+ low.byteSwapped &+ high &+ fold(low, high))
    }

    private static func medium(_ input: [UInt8]) -> UInt64 {
        func mix(_ place: Int, _ key: Int) -> UInt64 {
            fold(
                word(input, place) ^ word(secretBytes, key), word(input, place + 8) ^ word(secretBytes, key + 8))
        }
        let count = input.count
        var sum = UInt64(count) &* prime1
        if count <= 128 {
            for round in 0...(count - 1) / 32 {
                sum &+= mix(16 * round, 32 * round) &+ mix(count - 16 * round - 16, 32 * round + 16)
            }
            return avalanche(sum)
        }
        for chunk in 0..<8 {
            sum &+= mix(16 * chunk, 16 * chunk)
        }
        sum = avalanche(sum)
        for chunk in 8..<count / 16 {
            sum &+= mix(16 * chunk, 16 * (chunk - 8) + 3)
        }
        return avalanche(sum &+ mix(count - 16, 119))
    }

    private static func large(_ input: [UInt8]) -> UInt64 {
        var lanes: [UInt64] = [
            0xC2B2_AE3D, prime1, prime2, prime3, 0x85EB_CA77_C2B2_AE63, 0x85EB_CA77, 0x27D4_EB2F_1656_67C5, 0x9E37_79B1,
        ]
        func accumulate(_ place: Int, _ key: Int) {
            for lane in 0..<8 {
                let value = word(input, place + 8 * lane)
                let keyed = value ^ word(secretBytes, key + 8 * lane)
                lanes[lane ^ 1] &+= value
                lanes[lane] &+= (keyed & 0xFFFF_FFFF) &* (keyed >> 32)
            }
        }
        for stripe in 0..<(input.count - 1) / 64 {
            accumulate(64 * stripe, 8 * (stripe % 16))
            if stripe % 16 == 15 {
                for lane in 0..<8 {
                    lanes[lane] = (lanes[lane] ^ lanes[lane] >> 47 ^ secret[16 + lane]) &* 0x9E37_79B1
                }
            }
        }
        accumulate(input.count - 64, 121)
        var sum = UInt64(input.count) &* prime1
        for pair in 0..<4 {
            let key = 11 + 16 * pair
            sum &+= fold(
                lanes[2 * pair] ^ word(secretBytes, key), lanes[2 * pair + 1] ^ word(secretBytes, key + 8))
        }
        return avalanche(sum)
    }
}
