#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Gives a new file the attributes of the file that it replaces, and of the one that it was made from.
///
/// Nobody may do with the new file what the old one and the source do not both allow.
struct AttributeTransfer {
    /// The new file.
    let descriptor: Int32
    /// Its path for messages.
    let path: String
    /// The file that is replaced; `nil` when there is none.
    let old: FileStatus?
    let oldAttributes: [ExtendedAttribute]
    /// The file that the new one was made from; `nil` when that is not known.
    let source: FileAttributes?
    let system: any SystemCalls

    /// - Throws: `GraphContainerError.fileFailure`.
    func run() throws(GraphContainerError) {
        guard let model = old ?? source?.status else { return }
        var mode = try keepOwner(of: model)
        if old == nil {
            // What runs with somebody else's rights should not be made from something that does.
            mode &= 0o777
        } else if let source = source?.status {
            mode &= source.mode | 0o7000
            if source.group != model.group {
                mode = Self.withoutGroup(mode, others: source.mode)
            }
        }
        if try !keepExtended() {
            // Where there was an access control list, the mode's bits for the group were those of the whole list.
            mode = Self.withoutGroup(mode, others: mode)
        }
        try fileCall("The mode of the old file cannot be kept.", path) { () throws(SystemCallError) in
            try system.changeMode(descriptor, mode)
        }
        try keepTimes()
    }

    /// The group may do what everybody may, and nothing else.
    private static func withoutGroup(_ mode: UInt32, others: UInt32) -> UInt32 {
        mode & (0o7707 | ((others & 0o007) << 3))
    }

    /// Keeps the owner and the group as far as the system permits.
    ///
    /// - Returns: The mode that is safe then.
    private func keepOwner(of model: FileStatus) throws(GraphContainerError) -> UInt32 {
        let new = try fileCall("The new file cannot be examined.", path) { () throws(SystemCallError) in
            try system.status(of: descriptor)
        }
        let hasUser = model.user == new.user
        let hasGroup = model.group == new.group
        guard !hasUser || !hasGroup, try !changeOwner(model.user, model.group) else { return model.mode }
        // Only the superuser may give files away, but the group may be one of the user's own.
        let keepsGroup = hasGroup ? true : try changeOwner(.max, model.group)
        let mode = model.mode & 0o1777
        return keepsGroup ? mode : Self.withoutGroup(mode, others: mode)
    }

    /// False when the system does not permit it.
    private func changeOwner(_ user: UInt32, _ group: UInt32) throws(GraphContainerError) -> Bool {
        do {
            try fileCall("The owner of the old file cannot be kept.", path) { () throws(SystemCallError) in
                try system.changeOwner(descriptor, user, group)
            }
            return true
        } catch {
            guard error.isSystemError(EPERM) || error.isUnsupportedBySystem else { throw error }
            return false
        }
    }

    /// False when there was an access control list that the new file cannot have.
    private func keepExtended() throws(GraphContainerError) -> Bool {
        var keepsList = true
        for attribute in old == nil ? source?.extended ?? [] : oldAttributes {
            do {
                try fileCall("", path) { () throws(SystemCallError) in
                    try system.setExtendedAttribute(attribute, of: descriptor)
                }
            } catch {
                // An attribute that another file system does not take is no reason not to save.
                if attribute.name == ExtendedAttribute.accessControlList { keepsList = false }
            }
        }
        return keepsList
    }

    /// The time of what the file is made from: it says how old the contents are.
    private func keepTimes() throws(GraphContainerError) {
        guard let source = source?.status else { return }
        do {
            try fileCall("The time of the file cannot be kept.", path) { () throws(SystemCallError) in
                try system.changeTimes(descriptor, accessed: source.accessed, modified: source.modified)
            }
        } catch {
            guard error.isSystemError(EPERM) || error.isUnsupportedBySystem else { throw error }
        }
    }
}
