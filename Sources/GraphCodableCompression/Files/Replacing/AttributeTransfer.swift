import Foundation

/// Transfers the attributes of the file that is replaced, and of the file that the contents come from, to a new file.
///
/// ``AccessRights`` says who gets access.
struct AttributeTransfer {
    let file: OpenFile
    /// The file to replace; `nil` if there is none.
    let old: FileAttributes?
    /// The file that the contents come from; `nil` if it is unknown.
    let source: FileAttributes?

    func run() throws(GraphContainerError) {
        guard let model = old ?? source else { return }
        let new = try status()
        try keepOwner(of: model.status, new)
        let now = try status()
        let isKept = now.user == model.status.user && now.group == model.status.group
        var access = model.access.owned(by: now.user, now.group)
        for constraint in [old, source].compactMap({ $0?.access }) {
            access = access.restricted(by: constraint, writer: new.user)
        }
        if try !keepList(access) { access = access.ownerOnly() }
        // A new file must not inherit set-user-ID or set-group-ID from its source.
        let special = old == nil ? 0 : model.status.mode & (isKept ? 0o7000 : 0o1000)
        try changeMode(special | access.mode)
        keepExtended(model)
        try keepTimes()
    }

    private func status() throws(GraphContainerError) -> FileStatus {
        try fileCall("The new file cannot be examined.", file.path, file.system.status(of: file.descriptor))
    }

    private func changeMode(_ mode: UInt32) throws(GraphContainerError) {
        try fileCall(
            "The mode of the old file cannot be kept.", file.path, file.system.changeMode(file.descriptor, mode))
    }

    /// Keeps the owner and the group as far as the system permits.
    private func keepOwner(of model: FileStatus, _ new: FileStatus) throws(GraphContainerError) {
        let hasGroup = model.group == new.group
        guard model.user != new.user || !hasGroup else { return }
        // The owner of the old file may not read the source.
        try changeMode(0)
        guard try !changeOwner(model.user, model.group) else { return }
        // Only the superuser may change the owner, but the group may be another one of the user's groups.
        if !hasGroup { _ = try changeOwner(.max, model.group) }
    }

    /// Returns false if the system doesn't permit the change.
    private func changeOwner(_ user: UInt32, _ group: UInt32) throws(GraphContainerError) -> Bool {
        try fileCall(
            "The owner of the old file cannot be kept.", file.path, expecting: [EPERM] + SystemCallError.unsupported,
            file.system.changeOwner(file.descriptor, user, group)) != nil
    }

    /// Sets the access list, and removes the one that the new file may have from its folder.
    ///
    /// - Returns: False if the list is necessary, and the file system has none.
    private func keepList(_ access: AccessRights) throws(GraphContainerError) -> Bool {
        try fileCall(
            "The access list of the old file cannot be kept.", file.path, expecting: SystemCallError.unsupported,
            file.system.setAccessList(access.list, of: file.descriptor)) != nil || access.list == nil
    }

    /// Keeps the other attributes. Saving continues if the file system doesn't support one.
    private func keepExtended(_ model: FileAttributes) {
        for attribute in model.extended {
            _ = try? fileCall("", file.path, file.system.setExtendedAttribute(attribute, of: file.descriptor))
        }
    }

    /// Keeps the times of the source, because they show the age of the contents.
    private func keepTimes() throws(GraphContainerError) {
        guard let source = source?.status else { return }
        try fileCall(
            "The time of the file cannot be kept.", file.path, expecting: [EPERM] + SystemCallError.unsupported,
            file.system.changeTimes(file.descriptor, accessed: source.accessed, modified: source.modified))
    }
}
