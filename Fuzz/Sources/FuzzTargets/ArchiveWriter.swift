/// Writes raw archives that no encoder would: any value may stand where any other is expected. The bytes of an input decide what it
/// writes, so that a fuzzer can change it step by step. The structure around the values is always sound.
struct ArchiveWriter {
    private let input: [UInt8]
    private var place = 0
    private var records: [[UInt8]] = []

    /// The keys of the type that is asked for.
    let keys: [String]
    /// The kinds of most values: those of the keys, in their order, or of a type without keys.
    let likely: [Kind]

    /// - Parameters:
    ///   - input: Decides what to write.
    ///   - keys: The keys of the type that is asked for. Composites have all of them, or one.
    ///   - likely: The kinds of most values, in the order of the keys.
    init(input: some Sequence<UInt8>, keys: [String], likely: [Kind]) {
        self.input = Array(input)
        self.keys = keys
        self.likely = likely
    }

    /// A number below a bound; zero when the input has ended.
    mutating func choose(_ bound: Int) -> Int {
        guard place < input.count else { return 0 }
        defer { place += 1 }
        return Int(input[place]) % bound
    }

    /// An archive whose root is a value.
    mutating func archive() -> [UInt8] {
        finish(root: placed(value(depth: 0)))
    }

    /// An archive whose root is a sequence of several values, or of one value many times.
    mutating func archiveOfSequence() -> [UInt8] {
        if choose(16) == 1 {
            let element = placed(value(depth: 0))
            let count = min(500, 1 + 100_000 / element.count)
            return finish(root: [0xCE] + Self.varint(count) + Array(repeatElement(element, count: count).joined()))
        }
        let count = 1 + choose(4)
        var root: [UInt8] = [0xCE] + Self.varint(count)
        for _ in 0..<count { root += placed(value(depth: 0)) }
        return finish(root: root)
    }

    /// An archive whose root is a map of several values to small integers.
    mutating func archiveOfMap() -> [UInt8] {
        let count = 1 + choose(4)
        var root: [UInt8] = [0xCF] + Self.varint(count)
        for _ in 0..<count {
            root += placed(value(depth: 0))
            root.append(UInt8(choose(64)))
        }
        return finish(root: root)
    }

    /// An archive whose root is a sequence of many values that share one text: it stands for one of the keys, or for each value of a
    /// type without keys. What else such a value needs is there.
    mutating func archiveOfSharedText(_ text: String, for slot: Int, count: Int) -> [UInt8] {
        let reference: [UInt8] = [0x80, 1]
        var element = keys.isEmpty ? reference : [0x60]
        for index in keys.indices { element += index == slot ? reference : ordinaryValue(of: index) }
        records = [Self.text(text)]
        return finish(root: [0xCE] + Self.varint(count) + Array(repeatElement(element, count: count).joined()))
    }

    /// A value for a key with which initializers go on.
    private func ordinaryValue(of slot: Int) -> [UInt8] {
        switch (keys[slot], likely[slot % likely.count]) {
        case ("identifier", _): Self.text("gregorian")
        case ("timeZone", _): Self.text("GMT")
        case (_, .integer): [1]
        case (_, .float): [0xCC] + Self.fixed(1.0.bitPattern)
        default: [0xC0]
        }
    }

    /// The value itself, or a reference to a record that holds it. Some records are referred to several times.
    mutating func placed(_ value: [UInt8]) -> [UInt8] {
        // No record may begin with these: see R34 of the format.
        guard choose(4) == 1, records.count < 100, ![0x80, 0xC0, 0xE6].contains(value[0]) else { return value }
        if choose(3) == 1, !records.isEmpty {
            return [0x80, UInt8(1 + choose(records.count))]
        }
        records.append(value)
        return [0x80, UInt8(records.count)]
    }

    private mutating func finish(root: [UInt8]) -> [UInt8] {
        records.insert(root, at: 0)
        var table = Self.varint(records.count) + Self.varint(records.count)
        for record in records { table += Self.varint(record.count * 2) }
        return Checksums.raw([Array(records.joined()), table, directory()])
    }

    /// The keys, one type, and its shapes: one of all keys, one of each key, one of a value without a key, one of nothing.
    private func directory() -> [UInt8] {
        var bytes = Self.varint(keys.count)
        for key in keys {
            bytes += Self.varint(key.utf8.count)
            bytes += Array(key.utf8)
        }
        bytes += [1, 0, 0]
        bytes += Self.varint(keys.count + 3)
        // The first has the next type and the next keys; the others say which they have.
        bytes += Self.varint(keys.count << 2)
        for number in 0..<keys.count { bytes += [1 << 2 | 3, 0] + Self.varint(number + 1) }
        bytes += [1 << 2 | 3, 0, 0]
        bytes += [3, 0]
        bytes.append(0)
        return bytes
    }

    static func varint(_ value: Int) -> [UInt8] {
        var rest = UInt64(value)
        var bytes: [UInt8] = []
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
        return bytes
    }

    static func fixed(_ value: UInt64) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}
