/// Tracks the fields of a raw archive from tag to tag, in the same way for filtering a block and for reversing the
/// filter.
///
/// It requires no knowledge of shapes: a value's field is given by the last composite that began, and the number of values since
/// then. So a cursor can start anywhere, and the field is the same in all records of a shape.
///
/// The caller keeps the *place* of the next value, which is 64 × slot + index, and 0 at the beginning of a block. Each tag is found
/// by way of it, so a loop should have it in a variable of its own, and thus in a register.
///
/// Invariants: `fieldNumbers` has room for ``maximumSlotCount`` × 64 field numbers, all less than `fieldCount`; `fields` has
/// room for ``FieldRecord/maximumCount`` × the layout's stride numbers; slots are less than `slotCount`, and
/// places less than `slotCount` × 64; frames are less than `depth`.
struct FieldCursor<Layout: FieldLayout>: ~Copyable {
    private static var maximumSlotCount: Int { 256 }
    private static var maximumDepth: Int { 16 }
    private static var shapeCount: Int { 1_024 }

    struct Frame {
        var place: Int
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
        step = .same
        rest = .max
        depth = 0
    }

    @inline(__always)
    mutating func field(at place: Int) -> UnsafeMutablePointer<Int32> {
        let number = Int(fieldNumbers.start[place])
        return fields.start + (number != 0 ? number : newField(place)) &* Layout.stride
    }

    /// Returns the record of the field at an index of a slot, both of which must exist.
    @inline(__always)
    mutating func field(_ slot: Int, _ index: Int) -> UnsafeMutablePointer<Int32> {
        field(at: slot &<< 6 | index)
    }

    @inline(never)
    private mutating func newField(_ place: Int) -> Int {
        guard fieldCount < FieldRecord.maximumCount else { return 0 }
        let number = fieldCount
        fieldCount += 1
        fieldNumbers.start[place] = UInt16(truncatingIfNeeded: number)
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
    mutating func advance(_ place: inout Int) {
        if step == .next {
            place &+= place & 63 == 63 ? 0 : 1
        } else {
            if step == .pair { place ^= 1 }
            rest &-= 1
            if rest == 0 { leave(&place) }
        }
    }

    /// Returns to the container of a sequence. The container's place has already been advanced, so one step is enough.
    @inline(__always)
    private mutating func leave(_ place: inout Int) {
        // The outermost values have no end.
        guard depth > 0 else { return }
        depth &-= 1
        let frame = frames.start[depth]
        place = frame.place
        rest = frame.rest
        step = frame.step
    }

    /// Enters a composite, and returns the place of its first value.
    @inline(__always)
    mutating func enterComposite(_ shape: Int) -> Int {
        let number = min(shape, Self.shapeCount - 1)
        var found = Int(shapes.start[number])
        if found == 0 {
            found = newSlot()
            shapes.start[number] = UInt16(truncatingIfNeeded: found)
        }
        step = .next
        depth = 0
        return found &<< 6
    }

    /// Enters a sequence, or a map with twice the number of its pairs, in place of the next value.
    @inline(__always)
    mutating func enterSequence(
        _ field: UnsafeMutablePointer<Int32>, count: Int, isMap: Bool, _ place: inout Int
    ) {
        let elements = elementSlot(of: field)
        advance(&place)
        guard count > 0, depth < Self.maximumDepth else { return }
        frames.start[depth] = Frame(place: place, rest: rest, step: step)
        depth &+= 1
        place = elements &<< 6
        rest = count
        step = isMap ? .pair : .same
    }

    @inline(__always)
    mutating func elementSlot(of field: UnsafeMutablePointer<Int32>) -> Int {
        if field[FieldRecord.slot] == 0 { field[FieldRecord.slot] = Int32(truncatingIfNeeded: newSlot()) }
        return Int(field[FieldRecord.slot])
    }
}

extension FieldCursor<JoinedFields> {
    /// Enters a composite whose tag contains its shape, like ``enterComposite(_:)``.
    ///
    /// Most fields have composites of one shape. Their record keeps where the last tag led, so that the processor can go on from
    /// there without waiting for the tag.
    @inline(__always)
    mutating func enterComposite(_ tag: UInt8, _ field: UnsafeMutablePointer<Int32>) -> Int {
        let last = field[FieldRecord.lastComposite]
        if last & 0xFF == Int32(tag) {
            step = .next
            depth = 0
            return Int(last &>> 8)
        }
        let place = enterComposite(Int(tag &- FilterToken.compositeTag))
        field[FieldRecord.lastComposite] = Int32(truncatingIfNeeded: place) &<< 8 | Int32(tag)
        return place
    }
}
