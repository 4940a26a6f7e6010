#if canImport(Foundation)
import Foundation
#else
import FoundationEssentials
#endif

/// How values of a type are coded.
enum CodedType: UInt8 {
    /// As a reference to an object.
    case object
    /// Without a coder of their own, because the type is common.
    case string, int, double, bool, data, date, ints, integers, doubles, floats, strings
    /// As a type of Foundation that needs more than its own methods.
    case characterSet, url
    /// As a set or a dictionary.
    case hashed
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
        return type is any HashedCollection.Type ? .hashed : .other
    }

    private static let known: [ObjectIdentifier: CodedType] = [
        ObjectIdentifier(String.self): .string, ObjectIdentifier(Int.self): .int,
        ObjectIdentifier(Double.self): .double, ObjectIdentifier(Bool.self): .bool, ObjectIdentifier(Data.self): .data,
        ObjectIdentifier(Date.self): .date, ObjectIdentifier([Int].self): .ints,
        ObjectIdentifier([Int64].self): .integers, ObjectIdentifier([Double].self): .doubles,
        ObjectIdentifier([Float].self): .floats, ObjectIdentifier([String].self): .strings,
    ].merging(foundation) { known, _ in known }

    #if canImport(Foundation)
    private static var foundation: [ObjectIdentifier: CodedType] {
        [ObjectIdentifier(CharacterSet.self): .characterSet, ObjectIdentifier(URL.self): .url]
    }
    #else
    private static var foundation: [ObjectIdentifier: CodedType] { [:] }
    #endif
}

/// How the types that a session has encountered are coded, because finding out takes longer than coding a value.
struct CodedTypes {
    private static let count = 64
    private var known: ContiguousArray<(type: ObjectIdentifier, coded: CodedType)> = ContiguousArray(
        repeating: (ObjectIdentifier(CodedTypes.self), .other), count: CodedTypes.count)

    @inline(__always)
    mutating func find(_ type: Any.Type) -> CodedType {
        let id = ObjectIdentifier(type)
        let slot = Int(truncatingIfNeeded: (UInt64(UInt(bitPattern: id)) &* 0x9E37_79B9_7F4A_7C15) >> 58)
        return known[slot].type == id ? known[slot].coded : findElsewhere(id, type, slot)
    }

    @inline(never)
    private mutating func findElsewhere(_ id: ObjectIdentifier, _ type: Any.Type, _ slot: Int) -> CodedType {
        // Otherwise two types that happen to share a slot would replace each other with every value.
        if known[slot ^ 1].type == id {
            return known[slot ^ 1].coded
        }
        let coded = CodedType(type)
        known[slot ^ 1] = known[slot]
        known[slot] = (id, coded)
        return coded
    }
}

/// Returns a value as the type that it is known to have, without the cost of a cast.
///
/// - Precondition: The types are the same, or the target is `AnyObject` and the source a class.
@inline(__always)
func known<Value, Target>(_ value: Value, as type: Target.Type) -> Target {
    unsafeBitCast(value, to: Target.self)
}
