import Foundation

#if !canImport(Darwin)
import CLinux
#endif

extension OperatingSystem {
    package func extendedAttributes(of descriptor: Int32) throws(SystemCallError) -> [ExtendedAttribute] {
        let list = try bytes("flistxattr") { target, size in
            let names = target?.assumingMemoryBound(to: CChar.self)
            #if canImport(Darwin)
            return flistxattr(descriptor, names, size, 0)
            #else
            return flistxattr(descriptor, names, size)
            #endif
        }
        var result: [ExtendedAttribute] = []
        for bytes in list.split(separator: 0) {
            guard let name = String(validating: bytes, as: UTF8.self), Self.isCopied(name) else { continue }
            do {
                let value = try self.bytes("fgetxattr") { target, size in
                    #if canImport(Darwin)
                    fgetxattr(descriptor, name, target, size, 0, 0)
                    #else
                    fgetxattr(descriptor, name, target, size)
                    #endif
                }
                result.append(ExtendedAttribute(name: name, value: value))
            } catch {
                // Some file systems list attributes that they do not return.
                guard Self.errorsOfHiddenAttributes.contains(error.number) else { throw error }
            }
        }
        #if canImport(Darwin)
        let protection = fcntl(descriptor, F_GETPROTECTIONCLASS)
        if protection > 0 {
            result.append(ExtendedAttribute(name: Self.protectionClass, value: [UInt8(truncatingIfNeeded: protection)]))
        }
        #endif
        return result
    }

    package func setExtendedAttribute(
        _ attribute: ExtendedAttribute, of descriptor: Int32
    ) throws(SystemCallError) {
        #if canImport(Darwin)
        if attribute.name == Self.protectionClass, let protection = attribute.value.first {
            try check("fcntl(F_SETPROTECTIONCLASS)", fcntl(descriptor, F_SETPROTECTIONCLASS, Int32(protection)))
            return
        }
        let result = fsetxattr(descriptor, attribute.name, attribute.value, attribute.value.count, 0, 0)
        #else
        let result = fsetxattr(descriptor, attribute.name, attribute.value, attribute.value.count, 0)
        #endif
        try check("fsetxattr", result)
    }

    #if canImport(Darwin)
    /// The name for the class of Data Protection, which is no extended attribute: a new file has the class of its folder.
    private static let protectionClass = ""
    private static let errorsOfHiddenAttributes = [ENOATTR, ENOTSUP, EPERM, EACCES]
    #else
    private static let errorsOfHiddenAttributes = [ENODATA, ENOTSUP, EPERM, EACCES]
    #endif

    /// Attributes of the system, such as `security.selinux`, are not copied.
    private static func isCopied(_ name: String) -> Bool {
        #if canImport(Darwin)
        true
        #else
        name.hasPrefix("user.")
        #endif
    }

    #if canImport(Darwin)
    // Access lists of Darwin are no extended attributes; nothing here reads or sets them.
    package func accessList(of descriptor: Int32) throws(SystemCallError) -> [UInt8]? {
        throw SystemCallError(call: "fgetxattr", number: ENOTSUP)
    }

    package func setAccessList(_ list: [UInt8]?, of descriptor: Int32) throws(SystemCallError) {
        throw SystemCallError(call: "fsetxattr", number: ENOTSUP)
    }
    #else
    private static let accessList = "system.posix_acl_access"

    package func accessList(of descriptor: Int32) throws(SystemCallError) -> [UInt8]? {
        do {
            return try bytes("fgetxattr") { fgetxattr(descriptor, Self.accessList, $0, $1) }
        } catch {
            guard error.number == ENODATA else { throw error }
            return nil
        }
    }

    package func setAccessList(_ list: [UInt8]?, of descriptor: Int32) throws(SystemCallError) {
        if let list {
            try check("fsetxattr", fsetxattr(descriptor, Self.accessList, list, list.count, 0))
        } else if fremovexattr(descriptor, Self.accessList) != 0, errno != ENODATA {
            throw SystemCallError(call: "fremovexattr", number: errno)
        }
    }
    #endif

    private func bytes(
        _ call: String, _ body: (UnsafeMutableRawPointer?, Int) -> Int
    ) throws(SystemCallError) -> [UInt8] {
        while true {
            let size = try check(call, body(nil, 0))
            guard size > 0 else { return [] }
            var bytes = [UInt8](repeating: 0, count: size)
            do {
                let used = try check(call, bytes.withUnsafeMutableBytes { body($0.baseAddress, size) })
                return Array(bytes.prefix(used))
            } catch  where error.number == ERANGE {
                // It has grown meanwhile.
            }
        }
    }
}
