import Foundation
import GraphCodable
import Synchronization

/// The types that this process has registered.
enum SerializableRegistry {
    enum Entry {
        case type(any Serializable.Type)
        /// Several types have the name, so it cannot be resolved, as the message says.
        case ambiguous(String)
    }

    private struct Register: Sendable {
        var types: [String: any Serializable.Type] = [:]
        /// Why names of several types cannot be resolved.
        var conflicts: [String: String] = [:]
        var names: [ObjectIdentifier: String] = [:]

        mutating func add(_ type: any Serializable.Type, as name: String) {
            if let other = types[name], other != type {
                conflicts[name] =
                    "The types \(other) and \(type) are both registered as '\(name)'. Use enableSerialization(as:)."
            }
            types[name] = type
            names[ObjectIdentifier(type)] = name
        }

        init() {
            var common: [any Serializable.Type] = [
                Bool.self, String.self, Float.self, Double.self, Data.self, Date.self,
                Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self,
                UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt128.self,
            ]
            #if arch(x86_64) || arch(i386)
            common.append(Float80.self)
            #endif
            for type in common {
                add(type, as: _typeName(type, qualified: false))
            }
        }
    }

    private static let register = Mutex(Register())

    /// - Parameter name: By default the qualified name, without the addresses of private and local types, which differ in
    ///   each run.
    static func register(_ type: any Serializable.Type, as name: String? = nil) {
        let name = name ?? StableName.make(from: _typeName(type, qualified: true), mainModuleName: nil)
        register.withLock { $0.add(type, as: name) }
    }

    static func name(of type: Any.Type) -> String? {
        register.withLock { $0.names[ObjectIdentifier(type)] }
    }

    static func entry(named name: String) -> Entry? {
        register.withLock { register in
            register.conflicts[name].map { .ambiguous($0) } ?? register.types[name].map { .type($0) }
        }
    }
}
