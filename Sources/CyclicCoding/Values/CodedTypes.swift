import Foundation
import Synchronization

/// How values of a type are coded.
enum CodedType: UInt8 {
    /// As a reference to an object.
    case object
    /// Without a coder of their own, because the type is common.
    case string, int, double, bool, data, date, ints, integers, doubles, floats, strings
    /// As a type of Foundation that needs more than its own methods.
    case characterSet, url
    /// As an array, a set or a dictionary, without the methods of the standard library.
    case collection
    /// As a reference to the object that it wraps.
    case wrapper
    /// By the type's own methods.
    case other

    /// Whether values are encoded without an encoder of their own.
    var isCommon: Bool { self.rawValue <= CodedType.strings.rawValue }

    fileprivate init(_ type: Any.Type) {
        if type is AnyObject.Type {
            self = .object
        } else {
            self = Self.known[ObjectIdentifier(type)] ?? Self.found(type)
        }
    }

    private static func found(_ type: Any.Type) -> CodedType {
        if (type as? any ObjectWrapper.Type)?.wrappedClass != nil { return .wrapper }
        return type is any EncodableCollection.Type || type is any DecodableCollection.Type ? .collection : .other
    }

    private static let known: [ObjectIdentifier: CodedType] = [
        ObjectIdentifier(String.self): .string, ObjectIdentifier(Int.self): .int,
        ObjectIdentifier(Double.self): .double, ObjectIdentifier(Bool.self): .bool, ObjectIdentifier(Data.self): .data,
        ObjectIdentifier(Date.self): .date, ObjectIdentifier([Int].self): .ints,
        ObjectIdentifier([Int64].self): .integers, ObjectIdentifier([Double].self): .doubles,
        ObjectIdentifier([Float].self): .floats, ObjectIdentifier([String].self): .strings,
        ObjectIdentifier(CharacterSet.self): .characterSet, ObjectIdentifier(URL.self): .url,
    ]
}

/// What the process knows about the types that it has coded, because finding out takes longer than coding a value.
///
/// Each session has a copy of the table, so that it needs no lock for what is known.
struct CodedTypes {
    // Unchecked, because a session uses the metatypes only for values of the types, whose conformances its caller has.
    private struct Entry: @unchecked Sendable {
        let type: ObjectIdentifier
        let coded: CodedType
        let encodable: (any EncodableCollection.Type)?
        let decodable: (any DecodableCollection.Type)?
        let containers: KeyedContainerTypes?
    }

    /// A table with open addressing, at most half full. A free entry has this type.
    private typealias Table = ContiguousArray<Entry>
    private static let free = Entry(
        type: ObjectIdentifier(CodedTypes.self), coded: .other, encodable: nil, decodable: nil, containers: nil)
    private static let shared = Mutex((table: Table(repeating: free, count: 64), count: 0))

    private var table = shared.withLock { $0.table }

    @inline(__always)
    mutating func find(_ type: Any.Type) -> CodedType { table[slot(of: type)].coded }

    mutating func encodable(_ type: Any.Type) -> (any EncodableCollection.Type)? { table[slot(of: type)].encodable }

    mutating func decodable(_ type: Any.Type) -> (any DecodableCollection.Type)? { table[slot(of: type)].decodable }

    @inline(__always)
    mutating func containers<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedContainerTypes {
        table[slot(of: type)].containers ?? KeyedContainerTypes(type)
    }

    @inline(__always)
    private mutating func slot(of type: Any.Type) -> Int {
        let id = ObjectIdentifier(type)
        let slot = Self.home(of: id, in: table)
        return table[slot].type == id ? slot : slotElsewhere(type)
    }

    @inline(__always)
    private static func home(of id: ObjectIdentifier, in table: Table) -> Int {
        Int(truncatingIfNeeded: (UInt64(UInt(bitPattern: id)) &* 0x9E37_79B9_7F4A_7C15) >> 40) & (table.count - 1)
    }

    /// The slot of a type, or the free one where it belongs.
    private static func slot(of id: ObjectIdentifier, in table: Table) -> Int {
        var slot = home(of: id, in: table)
        while table[slot].type != id, table[slot].type != free.type {
            slot = (slot + 1) & (table.count - 1)
        }
        return slot
    }

    @inline(never)
    private mutating func slotElsewhere(_ type: Any.Type) -> Int {
        let id = ObjectIdentifier(type)
        if table[Self.slot(of: id, in: table)].type != id {
            let coded = CodedType(type)
            let entry = Entry(
                type: id, coded: coded, encodable: coded == .collection ? type as? any EncodableCollection.Type : nil,
                decodable: coded == .collection ? type as? any DecodableCollection.Type : nil,
                containers: (type as? any CodingKey.Type).map { KeyedContainerTypes($0) })
            table = Self.shared.withLock { shared in
                Self.add(entry, to: &shared)
                return shared.table
            }
        }
        return Self.slot(of: id, in: table)
    }

    private static func add(_ entry: Entry, to shared: inout (table: Table, count: Int)) {
        guard shared.table[slot(of: entry.type, in: shared.table)].type != entry.type else { return }
        shared.count += 1
        if shared.count * 2 > shared.table.count {
            let old = shared.table
            shared.table = Table(repeating: free, count: old.count * 2)
            for known in old where known.type != free.type {
                shared.table[slot(of: known.type, in: shared.table)] = known
            }
        }
        shared.table[slot(of: entry.type, in: shared.table)] = entry
    }
}

/// Returns a value as the type that it is known to have, without the cost of a cast.
///
/// - Precondition: The types are the same, or the target is `AnyObject` and the source a class.
@inline(__always)
func known<Value, Target>(_ value: Value, as type: Target.Type) -> Target {
    unsafeBitCast(value, to: Target.self)
}
