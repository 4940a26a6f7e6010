import Foundation

/// The attributes that a new file gets from the one that it replaces or that its contents come from.
package struct FileAttributes: Sendable, Hashable {
    let status: FileStatus
    let access: AccessRights
    let extended: [ExtendedAttribute]
    /// Where the file was opened by its path.
    var location: SystemPath?

    /// Returns the attributes of a file in a folder; `nil` if it does not exist. If it is not readable, its access list is
    /// unknown.
    static func existing(at entry: FolderEntry) throws(GraphContainerError) -> FileAttributes? {
        guard let status = try entry.status(of: entry.name) else { return nil }
        do throws(GraphContainerError) {
            if let attributes = try OpenFile.reading(in: entry).attributes { return attributes }
        } catch {
            // Another program may remove the file, or put a link in its place.
            guard OpenFile.isRefusal(error) || error.isSystemError(ENOENT) || error.isSystemError(ELOOP) else {
                throw error
            }
        }
        return FileAttributes(status: status, access: AccessRights(status).ownerOnly(), extended: [])
    }

    /// Whether a file with the other attributes would get the same ones.
    func areSame(as other: FileAttributes) -> Bool {
        (status.mode, status.user, status.group) == (other.status.mode, other.status.user, other.status.group)
            && access == other.access && extended == other.extended
    }
}

extension OpenFile {
    /// The attributes that a file created from this one inherits; `nil` for a pipe or a device.
    package var attributes: FileAttributes? {
        get throws(GraphContainerError) {
            let status = try status()
            guard status.kind == .regular else { return nil }
            // Many file systems have no extended attributes, and some readable files don't permit listing them.
            let extended = try fileCall(
                "The extended attributes of the file cannot be read.", path,
                expecting: SystemCallError.unsupported + Self.refusals, system.extendedAttributes(of: descriptor))
            return FileAttributes(
                status: status, access: try access(status), extended: extended ?? [], location: location)
        }
    }

    private func access(_ status: FileStatus) throws(GraphContainerError) -> AccessRights {
        do {
            let list = try fileCall(
                "The access list of the file cannot be read.", path, expecting: SystemCallError.unsupported,
                system.accessList(of: descriptor))
            return AccessRights(status, list: list ?? nil)
        } catch {
            guard Self.isRefusal(error) else { throw error }
            return AccessRights(status).ownerOnly()
        }
    }

    private static let refusals = [EACCES, EPERM]

    fileprivate static func isRefusal(_ error: GraphContainerError) -> Bool {
        refusals.contains(where: error.isSystemError)
    }
}
