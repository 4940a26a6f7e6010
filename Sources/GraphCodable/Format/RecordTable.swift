/// The position of a record, and the object that was decoded from it.
struct RecordSlot {
    /// The retained object, or a mark that its initializer is running or was given up, or that the record is unloaded.
    /// It is `nil` before initialization, and after it has failed.
    private(set) var object: UnsafeRawPointer?
    /// The offset in the archive, or 0 for an ID without a record.
    var start = 0
    var size = 0

    var hasRecord: Bool { start != 0 }
    /// The offsets of the record in the archive, which are an empty range if there is none.
    var range: Range<Int> { start..<start + size }

    /// The object, if its initializer has returned.
    var doneObject: Unmanaged<AnyObject>? {
        @inline(__always) get { UInt(bitPattern: object) & 3 == 0 ? object.map { Unmanaged.fromOpaque($0) } : nil }
    }

    /// Whether the record belongs to an open file, and this load has not needed it yet.
    var isUnloaded: Bool { UInt(bitPattern: object) == Self.unloaded }

    // Marks that are no addresses of objects.
    private static var givenUp: UInt { 2 }
    private static var unloaded: UInt { 6 }

    /// Whether there is a record, and decoding the object has not begun or has failed. It is `false` if it was given up, or is
    /// unloaded.
    var mayBegin: Bool { object == nil && hasRecord }

    /// The number of objects that were in progress when this one began, if it is in progress itself.
    var progress: Int? {
        let bits = UInt(bitPattern: object)
        return bits & 1 == 0 ? nil : Int(bits >> 1)
    }

    // Objects are aligned, so no object has an address with one of the lowest two bits.
    @inline(__always)
    mutating func begin(progress: Int) {
        object = UnsafeRawPointer(bitPattern: UInt(bitPattern: progress) << 1 | 1)
    }

    /// - Parameter object: The object, retained.
    @inline(__always)
    mutating func finish(_ object: Unmanaged<AnyObject>) {
        self.object = UnsafeRawPointer(object.toOpaque())
    }

    /// Marks an object whose initializer was given up, because a value around it has to wait.
    mutating func giveUp() {
        object = UnsafeRawPointer(bitPattern: Self.givenUp)
    }

    /// Marks a record whose bytes and object have to be found when they are needed. Nothing is retained.
    mutating func markUnloaded() {
        object = UnsafeRawPointer(bitPattern: Self.unloaded)
    }

    /// Removes the object, or the mark, and returns the retained object, if it was done.
    mutating func forget() -> Unmanaged<AnyObject>? {
        defer { object = nil }
        return doneObject
    }
}

/// All records of an archive by ID, with the objects that have been decoded.
///
/// A session keeps its table and reuses it for the next archive.
///
/// Invariant: `slots` has `count` initialized elements; an object that is done is retained once.
final class RecordTable {
    @exclusivity(unchecked) private(set) var slots = UnsafeMutablePointer<RecordSlot>.allocate(capacity: 16)
    @exclusivity(unchecked) private var capacity = 16
    /// One more than the highest ID.
    @exclusivity(unchecked) private(set) var count = 0
    @exclusivity(unchecked) private(set) var recordCount = 0
    /// Whether objects are noted that are deallocated when they are released, although unowned references lead to them.
    @exclusivity(unchecked) var notesLost = false
    /// The objects that ``notesLost`` asks for.
    @exclusivity(unchecked) var lost: [UnownedTarget] = []

    deinit {
        slots.deallocate()
    }

    /// Reads the record table and checks that the records fill their part of the archive.
    ///
    /// - Parameter maximumAffordableCount: The maximum number of IDs that follows from what decoding may cost.
    func read(
        _ archive: UnsafeRawBufferPointer, _ layout: ArchiveLayout, maximumObjectCount: Int,
        maximumAffordableCount: Int = .max
    ) throws(GraphCodableError) {
        var input = ByteInput(archive, range: layout.recordTable)
        let (recordCount, idCount) = try Self.readCounts(&input, layout)
        try Self.check(idCount: idCount, maximumObjectCount, at: input.offset)
        try GraphCodableError.require(
            idCount <= maximumAffordableCount, or: .limitExceeded,
            "The archive has \(idCount - 1) objects, which cost more than is allowed for an archive of its size. "
                + LimitMessage.raise("maximumCostPerByte or maximumMemory"), at: input.offset)
        self.recordCount = recordCount
        count = idCount
        if count > capacity {
            slots.deallocate()
            slots = .allocate(capacity: count)
            capacity = count
        }
        slots.initialize(repeating: RecordSlot(), count: count)
        if idCount == 1, recordCount == 1 {
            try readOnlyRecord(&input, layout)
        } else {
            try fill(&input, layout)
        }
    }

    /// Throws an error if a table has IDs for more objects than a policy allows.
    @inline(__always)
    static func check(idCount: Int, _ maximumObjectCount: Int, at offset: Int) throws(GraphCodableError) {
        try GraphCodableError.require(
            idCount - 1 <= maximumObjectCount, or: .limitExceeded,
            LimitMessage.more(
                "The archive has \(idCount - 1) objects", than: maximumObjectCount, "maximumObjectCount"),
            at: offset)
    }

    /// Removes all records. Keeps the memory unless it is large.
    func removeAll() {
        count = 0
        recordCount = 0
        if capacity > 4_096 {
            slots.deallocate()
            slots = .allocate(capacity: 16)
            capacity = 16
        }
    }

    /// The objects' numbers, without that of the root, in the order of their records' bytes.
    ///
    /// - Complexity: O(*n*) for *n* objects, or O(*n* log *n*) if the numbers are not in this order.
    var idsInOrder: ContiguousArray<UInt32> {
        // The slots stay where they are as long as this table exists.
        var ids = ContiguousArray((1..<max(UInt32(count), 1)).lazy.filter { self.slots[Int($0)].hasRecord })
        ids.sort { slots[Int($0)].start < slots[Int($1)].start }
        return ids
    }

    /// Reads the two numbers at the beginning of a record table, of which the rest need not be present.
    @inline(__always)
    static func readCounts(
        _ input: inout ByteInput, _ layout: ArchiveLayout
    ) throws(GraphCodableError) -> (recordCount: Int, idCount: Int) {
        let recordCount = try input.readVarint()
        try input.require(recordCount >= 1, "The archive has no records.")
        let idCount = try input.readVarint()
        // Each entry takes at least one byte.
        try input.require(
            recordCount <= UInt64(layout.recordTable.upperBound - input.offset),
            "A count of \(recordCount) records is more than the bytes that are left.")
        try input.require(
            idCount >= recordCount && idCount <= UInt64(layout.records.count) + 1
                && idCount <= UInt64(ArchiveFormat.maximumIDCount) + 1,
            "The number of ids (\(idCount)) does not fit the records.")
        return (Int(recordCount), Int(idCount))
    }

    /// Reads the table of an archive without objects, which has only a root.
    @inline(__always)
    private func readOnlyRecord(_ input: inout ByteInput, _ layout: ArchiveLayout) throws(GraphCodableError) {
        let start = input
        let entry = try input.readVarint()
        guard entry & 1 == 0, entry >> 1 == UInt64(layout.records.count), entry != 0, input.isAtEnd else {
            // Let the general method throw the error.
            input = start
            return try fill(&input, layout)
        }
        slots.pointee.start = layout.records.lowerBound
        slots.pointee.size = layout.records.count
    }

    private func fill(_ input: inout ByteInput, _ layout: ArchiveLayout) throws(GraphCodableError) {
        var start = layout.records.lowerBound
        var expectedID: UInt64 = 0
        for index in 0..<recordCount {
            let entry = try input.readVarint()
            let isExplicit = entry & 1 != 0
            let id = isExplicit ? try input.readVarint() : expectedID
            guard let size = Int(exactly: entry >> 1), size > 0, size <= layout.records.upperBound - start else {
                throw input.malformed(
                    entry >> 1 == 0
                        ? "Record \(index) is empty."
                        : "Record \(index) does not fit between the header and the record table.")
            }
            try input.require(
                id < UInt64(count) && !(index == 0 && isExplicit) && !(isExplicit && id == expectedID)
                    && !slots[Int(id)].hasRecord,
                "Record \(index) has an id that is out of order, out of range or taken.")
            slots[Int(id)].start = start
            slots[Int(id)].size = size
            start += size
            expectedID = id + 1
        }
        try input.require(
            start == layout.records.upperBound && input.isAtEnd,
            "The records do not fill the bytes before the record table.")
    }
}
