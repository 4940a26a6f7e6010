#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Transfers the attributes of the file that is replaced, and of the file that the contents come from, to the new file.
///
/// The new file never grants access that the old file or the source denies.
struct AttributeTransfer {
    /// The new file.
    let descriptor: Int32
    /// The path for messages.
    let path: String
    /// The file to replace; `nil` if there is none.
    let old: FileStatus?
    let oldAttributes: [ExtendedAttribute]
    /// The file that the contents come from; `nil` if it is unknown.
    let source: FileAttributes?
    let system: any SystemCalls

    /// - Throws: `GraphContainerError.fileFailure`.
    func run() throws(GraphContainerError) {
        guard let model = old ?? source?.status else { return }
        var mode = try keepOwner(of: model)
        if old == nil {
            // A new file must not inherit set-user-ID or set-group-ID from its source.
            mode &= 0o777
        } else if let source = source?.status {
            mode &= source.mode | 0o7000
            if source.group != model.group {
                mode = Self.withoutGroup(mode, others: source.mode)
            }
        }
        if try !keepExtended() {
            // If there was an access control list, the group bits of the mode were those of the list.
            mode = Self.withoutGroup(mode, others: mode)
        }
        try fileCall("The mode of the old file cannot be kept.", path) { () throws(SystemCallError) in
            try system.changeMode(descriptor, mode)
        }
        try keepTimes()
    }

    /// Returns the mode with the group's permissions reduced to those of others.
    private static func withoutGroup(_ mode: UInt32, others: UInt32) -> UInt32 {
        mode & (0o7707 | ((others & 0o007) << 3))
    }

    /// Keeps the owner and the group as far as the system permits.
    ///
    /// - Returns: The mode that is safe with the resulting owner.
    private func keepOwner(of model: FileStatus) throws(GraphContainerError) -> UInt32 {
        let new = try fileCall("The new file cannot be examined.", path) { () throws(SystemCallError) in
            try system.status(of: descriptor)
        }
        let hasUser = model.user == new.user
        let hasGroup = model.group == new.group
        guard !hasUser || !hasGroup, try !changeOwner(model.user, model.group) else { return model.mode }
        // Only the superuser may change the owner, but the group may be another one of the user's groups.
        let keepsGroup = hasGroup ? true : try changeOwner(.max, model.group)
        let mode = model.mode & 0o1777
        return keepsGroup ? mode : Self.withoutGroup(mode, others: mode)
    }

    /// Returns false if the system doesn't permit the change.
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

    /// Returns false if the new file cannot have the access control list.
    private func keepExtended() throws(GraphContainerError) -> Bool {
        var keepsList = true
        for attribute in old == nil ? source?.extended ?? [] : oldAttributes {
            do {
                try fileCall("", path) { () throws(SystemCallError) in
                    try system.setExtendedAttribute(attribute, of: descriptor)
                }
            } catch {
                // Saving continues if the file system doesn't support an attribute.
                if attribute.name == ExtendedAttribute.accessControlList { keepsList = false }
            }
        }
        return keepsList
    }

    /// Keeps the times of the source, because they show the age of the contents.
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
