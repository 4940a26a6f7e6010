/// Tracks the fields of a raw archive from tag to tag, in the same way for filtering a block and for reversing the
/// filter.
///
/// It requires no knowledge of shapes: a value's field is given by the last composite that began, and the number of values since
/// then. So a cursor can start anywhere, and the field is the same in all records of a shape.
///
/// Invariants: `fieldNumbers` has room for ``maximumSlotCount`` × 64 field numbers, all less than `fieldCount`; `fields` has
/// room for ``FieldRecord/maximumCount`` × the layout's stride numbers; slots are less than `slotCount`; frames are
/// less than `depth`.
struct FieldCursor<Layout: FieldLayout>: ~Copyable {
    private static var maximumSlotCount: Int { 256 }
    private static var maximumDepth: Int { 16 }
    private static var shapeCount: Int { 1_024 }

    struct Frame {
        var slot: Int32
        var index: Int32
        var rest: Int
        var step: Step
    }

    enum Step: UInt8 {
        case next, same, pair
    }

    private let fieldNumbers = FixedMemory<UInt16>(Self.maximumSlotCount * 64)
    private let shapes = FixedMemory<UInt16>(Self.shapeCount)
    private let fields = FixedMemory<Int32>(FieldRecord.maximumCount * Layout.stride)
    private let frames = FixedMemory<Frame>(Self.maximumDepth)
    private(set) var slotCount = 1
    /// Field 0 represents all fields that exceed the limits.
    private(set) var fieldCount = 1
    private var slot = 0
    private var index = 0
    private var step = Step.same
    /// The number of remaining values in the sequence or map.
    private var rest = Int.max
    private var depth = 0

    /// Begins a block. Must be called before anything else.
    mutating func reset() {
        fieldNumbers.start.initialize(repeating: 0, count: 64)
        shapes.start.initialize(repeating: 0, count: Self.shapeCount)
        makeField(0)
        slotCount = 1
        fieldCount = 1
        slot = 0
        index = 0
        step = .same
        rest = .max
        depth = 0
    }

    @inline(__always)
    mutating func field() -> UnsafeMutablePointer<Int32> {
        field(slot, index)
    }

    /// Returns the record of the field at an index of a slot, both of which must exist.
    @inline(__always)
    mutating func field(_ slot: Int, _ index: Int) -> UnsafeMutablePointer<Int32> {
        let entry = slot &<< 6 | index
        let number = Int(fieldNumbers.start[entry])
        return fields.start + (number != 0 ? number : newField(entry)) &* Layout.stride
    }

    @inline(never)
    private mutating func newField(_ entry: Int) -> Int {
        guard fieldCount < FieldRecord.maximumCount else { return 0 }
        let number = fieldCount
        fieldCount += 1
        fieldNumbers.start[entry] = UInt16(truncatingIfNeeded: number)
        makeField(number)
        return number
    }

    private func makeField(_ number: Int) {
        let field = fields.start + number * Layout.stride
        field.initialize(repeating: -1, count: Layout.stride)
        field[FieldRecord.slot] = 0
        field[FieldRecord.ownNumber] = Int32(truncatingIfNeeded: number)
    }

    @inline(never)
    private mutating func newSlot() -> Int {
        guard slotCount < Self.maximumSlotCount else { return 0 }
        let number = slotCount
        slotCount += 1
        (fieldNumbers.start + number &<< 6).initialize(repeating: 0, count: 64)
        return number
    }

    @inline(__always)
    mutating func advance() {
        if step == .next {
            index = min(index &+ 1, 63)
        } else {
            advanceInSequence()
        }
    }

    @inline(__always)
    private mutating func advanceInSequence() {
        if step == .pair { index ^= 1 }
        rest &-= 1
        if rest == 0 { leave() }
    }

    /// Returns to the container of a sequence. The container's position has already been advanced, so one step is
    /// enough.
    private mutating func leave() {
        // The outermost values have no end.
        guard depth > 0 else { return }
        depth &-= 1
        let frame = frames.start[depth]
        slot = Int(frame.slot)
        index = Int(frame.index)
        rest = frame.rest
        step = frame.step
    }

    @inline(__always)
    mutating func enterComposite(_ shape: Int) {
        let number = min(shape, Self.shapeCount - 1)
        var found = Int(shapes.start[number])
        if found == 0 {
            found = newSlot()
            shapes.start[number] = UInt16(truncatingIfNeeded: found)
        }
        slot = found
        index = 0
        step = .next
        depth = 0
    }

    /// Enters a sequence, or a map with twice the number of its pairs, in place of the next value.
    @inline(__always)
    mutating func enterSequence(_ field: UnsafeMutablePointer<Int32>, count: Int, isMap: Bool) {
        let elements = elementSlot(of: field)
        advance()
        guard count > 0, depth < Self.maximumDepth else { return }
        frames.start[depth] = Frame(
            slot: Int32(truncatingIfNeeded: slot), index: Int32(truncatingIfNeeded: index), rest: rest, step: step)
        depth &+= 1
        slot = elements
        index = 0
        rest = count
        step = isMap ? .pair : .same
    }

    @inline(__always)
    mutating func elementSlot(of field: UnsafeMutablePointer<Int32>) -> Int {
        if field[FieldRecord.slot] == 0 { field[FieldRecord.slot] = Int32(truncatingIfNeeded: newSlot()) }
        return Int(field[FieldRecord.slot])
    }
}
