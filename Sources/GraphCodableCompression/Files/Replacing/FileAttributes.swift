/// The attributes that a new file gets from the one that it replaces or that its contents come from.
package struct FileAttributes: Sendable, Hashable {
    let status: FileStatus
    let access: AccessRights
    let extended: [ExtendedAttribute]

    /// Returns the attributes of a file in a folder; `nil` if it does not exist. If it is not readable, its access list is
    /// unknown.
    static func existing(at entry: FolderEntry) throws(GraphContainerError) -> FileAttributes? {
        guard let status = try entry.status(of: entry.name) else { return nil }
        if let file = try? OpenFile.reading(in: entry), let attributes = (try? file.attributes) ?? nil {
            return attributes
        }
        return FileAttributes(status: status, access: AccessRights(status).ownerOnly(), extended: [])
    }
}

extension OpenFile {
    /// The attributes that a file created from this one inherits; `nil` for a pipe or a device.
    package var attributes: FileAttributes? {
        get throws(GraphContainerError) {
            let status = try status()
            guard status.kind == .regular else { return nil }
            // Many file systems have no extended attributes, and some readable files don't permit listing them.
            let extended = try? fileCall("", path, system.extendedAttributes(of: descriptor))
            return FileAttributes(status: status, access: access(status), extended: extended ?? [])
        }
    }

    private func access(_ status: FileStatus) -> AccessRights {
        do {
            let list = try fileCall(
                "", nil, expecting: SystemCallError.unsupported, system.accessList(of: descriptor))
            return AccessRights(status, list: list ?? nil)
        } catch {
            return AccessRights(status).ownerOnly()
        }
    }
}
