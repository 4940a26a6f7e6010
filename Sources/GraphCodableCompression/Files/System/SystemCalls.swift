import Foundation

/// The system calls that the library uses. Each is a method, so that tests can let any of them fail.
///
/// A call throws the system's error, including `EINTR`, and may read or write fewer bytes than requested. Paths are
/// relative to an open folder, or to the working directory if that is `AT_FDCWD`.
package protocol SystemCalls: Sendable {
    func open(
        _ path: SystemPath, in folder: Int32, _ flags: Int32, _ mode: UInt32
    ) throws(SystemCallError) -> Int32
    func close(_ descriptor: Int32) throws(SystemCallError)
    func read(_ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer) throws(SystemCallError) -> Int
    func read(
        _ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer, at offset: UInt64
    ) throws(SystemCallError) -> Int
    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemCallError) -> Int
    /// Waits until reading (`POLLIN`) or writing (`POLLOUT`) a few bytes would not block, or would fail at once.
    ///
    /// - Returns: False if the time is over, or a signal came.
    func poll(_ descriptor: Int32, for events: Int32, milliseconds: Int32) throws(SystemCallError) -> Bool
    func synchronize(_ descriptor: Int32) throws(SystemCallError)
    /// Locks a file for this descriptor and its copies until all are closed. Doesn't wait: if the lock is taken, throws
    /// `EWOULDBLOCK`.
    func lock(_ descriptor: Int32) throws(SystemCallError)
    func status(of descriptor: Int32) throws(SystemCallError) -> FileStatus
    func status(
        of path: SystemPath, in folder: Int32, followsLinks: Bool
    ) throws(SystemCallError) -> FileStatus
    func destination(ofLink path: SystemPath, in folder: Int32) throws(SystemCallError) -> SystemPath
    func changeMode(_ descriptor: Int32, _ mode: UInt32) throws(SystemCallError)
    func changeOwner(_ descriptor: Int32, _ user: UInt32, _ group: UInt32) throws(SystemCallError)
    func changeTimes(
        _ descriptor: Int32, accessed: FileStatus.Time, modified: FileStatus.Time
    ) throws(SystemCallError)
    /// Returns the access list as Linux stores it; `nil` if the mode says everything. Throws `ENOTSUP` if there are none.
    func accessList(of descriptor: Int32) throws(SystemCallError) -> [UInt8]?
    /// Sets the access list and the mode; removes the list if it is `nil`.
    func setAccessList(_ list: [UInt8]?, of descriptor: Int32) throws(SystemCallError)
    /// Returns the attributes that a program may copy: those of the user.
    func extendedAttributes(of descriptor: Int32) throws(SystemCallError) -> [ExtendedAttribute]
    func setExtendedAttribute(_ attribute: ExtendedAttribute, of descriptor: Int32) throws(SystemCallError)
    func rename(_ name: SystemPath, to newName: SystemPath, in folder: Int32) throws(SystemCallError)
    /// Renames a file, or throws `EEXIST` if the new name exists.
    func renameExclusively(_ name: SystemPath, to newName: SystemPath, in folder: Int32) throws(SystemCallError)
    func link(_ name: SystemPath, to newName: SystemPath, in folder: Int32) throws(SystemCallError)
    func remove(_ name: SystemPath, in folder: Int32) throws(SystemCallError)
}

extension SystemCallError {
    /// The error numbers of calls that the system or the file system doesn't support.
    static let unsupported = [ENOTSUP, EOPNOTSUPP, ENOSYS, EINVAL]
}
